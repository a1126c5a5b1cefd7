/** How this browser plays every recording. */
export interface PlaybackSettings {
  /** 0.1 to 1. */
  volume: number;
  rate: number;
  /** How far playing again after a pause goes back, in whole seconds. */
  rewindSeconds: number;
  skipsSilence: boolean;
}

export const MIN_RATE = 0.5;
export const MAX_RATE = 2;
export const VOLUME_STEP = 0.1;
export const MAX_REWIND_SECONDS = 5;

const KEY = 'playback';
const INITIAL: PlaybackSettings = { volume: 1, rate: 1, rewindSeconds: 0, skipsSilence: false };

/** The settings that this browser has stored; the initial value replaces each one that is absent or of no use. */
export function readPlaybackSettings(): PlaybackSettings {
  const stored = readStored();
  const number = (name: 'volume' | 'rate' | 'rewindSeconds', min: number, max: number) => {
    const value = stored[name];
    return typeof value === 'number' && value >= min && value <= max ? value : INITIAL[name];
  };
  return {
    // Silence would look like a broken player the next day.
    volume: number('volume', VOLUME_STEP, 1),
    rate: number('rate', MIN_RATE, MAX_RATE),
    rewindSeconds: Math.floor(number('rewindSeconds', 0, MAX_REWIND_SECONDS)),
    skipsSilence: stored.skipsSilence === true,
  };
}

/** Stores the settings for the next recording. */
export function storePlaybackSettings(settings: PlaybackSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage can be forbidden or full; the settings then last as long as the page.
  }
}

function readStored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
