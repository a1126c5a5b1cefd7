import { useCallback } from 'react';
import { Picture } from './picture.tsx';
import type { PlaybackStore } from './playback-store.ts';

interface MediaElementProps {
  store: PlaybackStore;
  url: string;
  video: boolean;
  title: string;
  onError: (error: MediaError | null) => void;
}

/**
 * The media element; each attempt gets a new one by its key. Its ref is one function for as long as
 * the store lives: a new one in each render would release the element and attach it again, which interrupts the audio.
 */
export function MediaElement({ store, url, video, title, onError }: MediaElementProps) {
  const attach = useCallback(
    (media: HTMLMediaElement | null) => (media ? store.attach(media) : undefined),
    [store],
  );
  const shared = {
    src: url,
    preload: 'metadata' as const,
    'aria-label': title,
    onError: (event: React.SyntheticEvent<HTMLMediaElement>) => onError(event.currentTarget.error),
  };
  if (video) {
    return (
      <Picture className="bg-black">
        <video ref={attach} playsInline className="size-full" onClick={store.toggle} {...shared} />
      </Picture>
    );
  }
  return <audio ref={attach} {...shared} />;
}
