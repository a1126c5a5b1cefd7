import { useEffect } from 'react';
import type { PlaybackStore } from './playback-store.ts';
import { SKIP_SECONDS } from './playback-store.ts';

/**
 * Lets media keys, headphones and the lock screen control the playback, and shows the title there (Media Session,
 * https://w3c.github.io/mediasession/).
 */
export function useMediaSession(store: PlaybackStore, title: string): void {
  useEffect(() => {
    // Older browsers have none.
    const session = navigator.mediaSession as MediaSession | undefined;
    if (!session) return;
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: store.play,
      pause: store.pause,
      stop: store.pause,
      seekbackward: ({ seekOffset }) => store.skip(-(seekOffset ?? SKIP_SECONDS)),
      seekforward: ({ seekOffset }) => store.skip(seekOffset ?? SKIP_SECONDS),
      previoustrack: () => store.skip(-SKIP_SECONDS),
      nexttrack: () => store.skip(SKIP_SECONDS),
      seekto: ({ seekTime }) => seekTime != null && store.seek(seekTime),
    };
    const actions = Object.entries(handlers) as [MediaSessionAction, MediaSessionActionHandler][];
    for (const [action, handler] of actions) setHandler(session, action, handler);
    session.metadata = new MediaMetadata({ title, artist: 'Tapescript' });
    return () => {
      for (const [action] of actions) setHandler(session, action, null);
      session.metadata = null;
    };
  }, [store, title]);
  useEffect(() => {
    const session = navigator.mediaSession as MediaSession | undefined;
    if (!session) return;
    const tell = () => {
      const { playing, playRequested, rate, durationSeconds: duration } = store.getState();
      session.playbackState = playing ? 'playing' : playRequested ? 'paused' : 'none';
      const position = store.getTime();
      // The browser refuses a position beyond the end, which rounding can produce.
      if (duration && position <= duration)
        session.setPositionState?.({ duration, position, playbackRate: rate });
    };
    const stopTime = store.subscribeTime(tell);
    const stopState = store.subscribe(tell);
    return () => {
      stopTime();
      stopState();
      session.playbackState = 'none';
    };
  }, [store]);
}

/** A browser may know the interface and not the action. */
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // It is then left to what the browser does by itself.
  }
}
