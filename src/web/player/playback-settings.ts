import { readStoredJson, writeStored } from '#web/lib/stored.ts';

/** How this browser plays every recording. */
export interface PlaybackSettings {
  /** 0.1 to 1. */
  volume: number;
  rate: number;
  /** How far playing again after a pause goes back, in whole seconds. */
  rewindSeconds: number;
  skipsSilence: boolean;
  /** While somebody types in the text, it pauses; then it goes on from a second before. */
  pausesForTyping: boolean;
}

export const MIN_RATE = 0.5;
export const MAX_RATE = 2;
export const VOLUME_STEP = 0.1;
export const MAX_REWIND_SECONDS = 5;

const KEY = 'playback';
const INITIAL: PlaybackSettings = {
  volume: 1,
  rate: 1,
  rewindSeconds: 0,
  skipsSilence: false,
  pausesForTyping: true,
};

/** The settings that this browser has stored; the initial value replaces each one that is absent or of no use. */
export function readPlaybackSettings(): PlaybackSettings {
  const stored = readSettings();
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
    pausesForTyping: stored.pausesForTyping !== false,
  };
}

/** Stores the settings for the next recording. */
export function storePlaybackSettings(settings: PlaybackSettings): void {
  writeStored(KEY, JSON.stringify(settings));
}

function readSettings(): Record<string, unknown> {
  const value = readStoredJson(KEY);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
