import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { PlaybackStore } from '../playback-store.ts';
import { loadEmbedApi } from './embed-api.ts';
import { EmbedMedia } from './embed-media.ts';
import { frameAddress } from './embedded-video.ts';

const READY_MS = 15_000;

interface Embed {
  store: PlaybackStore;
  videoId: string;
  /** With the player's error code; null if there is no player. */
  onFailed: (code: number | null) => void;
}

/** Mounts the site's player in an element and hands it to the store while it is shown. Returns whether it is ready. */
export function useEmbed(place: RefObject<HTMLElement | null>, { store, videoId, onFailed }: Embed): boolean {
  const [isReady, setReady] = useState(false);
  const handleFailed = useEffectEvent(onFailed);
  useEffect(() => {
    const frame = createFrame(videoId);
    const media = new EmbedMedia();
    let isOver = false;
    let detach = () => {};
    const fail = (code: number | null) => {
      clearTimeout(timer);
      if (!isOver) handleFailed(code);
    };
    const timer = setTimeout(() => fail(null), READY_MS);
    media.addEventListener('canplay', () => {
      clearTimeout(timer);
      setReady(true);
    });
    loadEmbedApi().then(
      ({ Player }) => {
        if (isOver) return;
        place.current?.append(frame);
        media.use(new Player(frame, { events: media.events(fail) }));
        detach = store.attach(media);
      },
      () => fail(null),
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      detach();
      media.release();
      frame.remove();
    };
  }, [place, store, videoId]);
  return isReady;
}

function createFrame(videoId: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = frameAddress(videoId, location.origin);
  frame.title = 'YouTube video player';
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  // The site requires a referrer; our pages send it to nobody else.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.className = 'absolute inset-0 size-full border-0';
  return frame;
}
