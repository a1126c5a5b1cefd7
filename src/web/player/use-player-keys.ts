import { MAX_RATE, MIN_RATE, VOLUME_STEP } from './playback-settings.ts';
import { type PlaybackStore, SKIP_SECONDS } from './playback-store.ts';
import { useKeyCommands } from './use-key-commands.ts';

const RATE_STEP = 0.25;

/** Keyboard control of the playback. */
export function usePlayerKeys(
  store: PlaybackStore,
  { onHelp, onLoop }: { onHelp: () => void; onLoop: () => void },
): void {
  const { getState } = store;
  useKeyCommands({
    toggle: store.toggle,
    back: () => store.skip(-SKIP_SECONDS),
    forward: () => store.skip(SKIP_SECONDS),
    mute: () => store.setMuted(!getState().muted),
    louder: () => store.setVolume(getState().volume + VOLUME_STEP),
    quieter: () => store.setVolume(getState().volume - VOLUME_STEP),
    slower: () => store.setRate(Math.max(MIN_RATE, getState().rate - RATE_STEP)),
    faster: () => store.setRate(Math.min(MAX_RATE, getState().rate + RATE_STEP)),
    loop: onLoop,
    help: onHelp,
  });
}
