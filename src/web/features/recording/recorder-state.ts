import type { KeptRecording } from './piece-store.ts';

export type Phase = 'idle' | 'starting' | 'recording' | 'paused' | 'stopping' | 'stopped' | 'transcribing';

/** What people should know about the recording at hand. */
export type Trouble =
  /** Another program holds the microphone. */
  | 'muted'
  /** Nothing was heard for some seconds. */
  | 'silent'
  /** The browser's storage takes no more; the recording goes on in memory and on the server. */
  | 'unsaved'
  /** These ended it. */
  | 'unplugged'
  | 'failed'
  | 'full'
  | 'nowhere-to-keep';

export interface RecorderState {
  phase: Phase;
  /** Why it could not begin. */
  problem: string | null;
  troubles: readonly Trouble[];
  recording: KeptRecording | null;
  /** For listening; null while it is made, and where only the server has it. */
  file: Blob | null;
  /** How far the sending is, 0 to 100. */
  percent: number;
}

export const IDLE: RecorderState = {
  phase: 'idle',
  problem: null,
  troubles: [],
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

/** Whether closing the page would break something off or lose what is in memory only. */
export function isPageNeeded({ phase, troubles }: RecorderState): boolean {
  if (phase === 'stopped') return troubles.includes('unsaved');
  return phase !== 'idle' && phase !== 'starting';
}
