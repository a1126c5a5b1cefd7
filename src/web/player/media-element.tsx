import type { PlaybackStore } from './playback-store.ts';

interface MediaElementProps {
  store: PlaybackStore;
  url: string;
  video: boolean;
  title: string;
  onError: (error: MediaError | null) => void;
}

/** The element that plays; a new try gets a new one by its key. */
export function MediaElement({ store, url, video, title, onError }: MediaElementProps) {
  const shared = {
    src: url,
    preload: 'metadata' as const,
    'aria-label': title,
    onError: (event: React.SyntheticEvent<HTMLMediaElement>) => onError(event.currentTarget.error),
  };
  if (video) {
    return (
      <video
        ref={(media) => (media ? store.attach(media) : undefined)}
        playsInline
        className="mb-4 aspect-video max-h-[60dvh] w-full rounded-xl bg-black"
        onClick={store.toggle}
        {...shared}
      />
    );
  }
  return <audio ref={(media) => (media ? store.attach(media) : undefined)} {...shared} />;
}
