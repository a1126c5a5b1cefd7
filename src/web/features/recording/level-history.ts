export const LEVEL_EVERY_MS = 50;
const KEPT = 10_000 / LEVEL_EVERY_MS;
/** Below this level, a microphone is as good as switched off: any room is louder. */
const SILENT = 0.004;
const SILENT_AFTER = 8000 / LEVEL_EVERY_MS;

/** The levels of the last ten seconds. A new level triggers no rendering: the meter polls this. */
export interface LevelHistory {
  push: (level: number) => void;
  clear: () => void;
  /** Grows with each level. */
  count: () => number;
  /** From the newest, which is 0, to older ones. */
  at: (age: number) => number;
  /** Nothing has been heard for some seconds. */
  isSilent: () => boolean;
}

export function createLevelHistory(): LevelHistory {
  const levels = new Float32Array(KEPT);
  let count = 0;
  let silentFor = 0;
  return {
    push(level) {
      levels[count % KEPT] = level;
      count += 1;
      silentFor = level < SILENT ? silentFor + 1 : 0;
    },
    clear() {
      count = 0;
      silentFor = 0;
    },
    count: () => count,
    at: (age) => (age >= Math.min(count, KEPT) ? 0 : (levels[(count - 1 - age) % KEPT] ?? 0)),
    isSilent: () => silentFor >= SILENT_AFTER,
  };
}

export const LEVELS_KEPT = KEPT;
