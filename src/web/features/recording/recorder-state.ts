import type { Interruption } from './interruption.ts';
import type { KeptRecording } from './piece-store.ts';

export type Phase =
  | 'idle'
  | 'starting'
  | 'recording'
  /** The microphone was taken away and may come back. */
  | 'interrupted'
  | 'paused'
  | 'stopping'
  | 'stopped'
  | 'transcribing';

/** Problems with the current recording. */
export type Trouble =
  /** Nothing has been heard for some seconds. */
  | 'silent'
  /** The browser's storage is full; the recording continues in memory and on the server. */
  | 'unsaved'
  /** These ended it. */
  | 'unplugged'
  | 'failed'
  | 'full'
  | 'nowhere-to-keep';

export interface RecorderState {
  phase: Phase;
  /** Why it could not start. */
  problem: string | null;
  troubles: readonly Trouble[];
  /** The last one of this recording. */
  interruption: Interruption | null;
  recording: KeptRecording | null;
  /** For playback; null while it is being assembled, and if only the server has it. */
  file: Blob | null;
  /** Upload progress, 0 to 100. */
  percent: number;
}

export const IDLE: RecorderState = {
  phase: 'idle',
  problem: null,
  troubles: [],
  interruption: null,
  recording: null,
  file: null,
  percent: 0,
};

export function withTrouble(
  troubles: readonly Trouble[],
  trouble: Trouble,
  isThere: boolean,
): readonly Trouble[] {
  if (troubles.includes(trouble) === isThere) return troubles;
  return isThere ? [...troubles, trouble] : troubles.filter((each) => each !== trouble);
}

/** Whether a microphone is open for a recording. */
export function hasMicrophone(phase: Phase): boolean {
  return phase === 'recording' || phase === 'interrupted' || phase === 'paused';
}

/** Whether a recording is in progress. */
export function isGoingOn(phase: Phase): boolean {
  return hasMicrophone(phase) || phase === 'stopping';
}

/** Whether closing the page would interrupt something or lose what is only in memory. */
export function isPageNeeded({ phase, troubles }: RecorderState): boolean {
  if (phase === 'stopped') return troubles.includes('unsaved');
  return phase !== 'idle' && phase !== 'starting';
}
