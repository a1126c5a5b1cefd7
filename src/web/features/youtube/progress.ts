import type { Stage } from '#contract/transcripts.ts';

/** What is told of a video's job once it is known. */
export interface VideoJob {
  status: 'processing' | 'completed' | 'failed' | 'gone';
  stage: Stage | null;
  percent: number;
  /** Why it failed; null where somebody cancelled it. */
  failure: string | null;
}

/** How far the bar is: it goes forwards only. */
export interface ShownProgress {
  percent: number;
  step: number;
}

export const START: ShownProgress = { percent: 0, step: 0 };
export const TICK_MS = 1000;

const TICK_PERCENT = 15;
const SIMULATED_TO = 90;
const STEP_TEXT = ['Downloading', 'Extracting audio', 'Transcribing audio'] as const;
/** Above these the simulated progress is at the next step. */
const STEP_ABOVE = [30, 60] as const;

/** One second of waiting, while nothing is known. */
export function afterTick({ percent }: ShownProgress): ShownProgress {
  const next = Math.min(SIMULATED_TO, percent + TICK_PERCENT);
  return { percent: next, step: STEP_ABOVE.filter((limit) => next > limit).length };
}

/** What is known in place of what was simulated. A bar that had run ahead waits for the job. */
export function withJob(shown: ShownProgress, { stage, percent, status }: VideoJob): ShownProgress {
  if (status === 'completed') return { percent: 100, step: STEP_TEXT.length };
  return {
    percent: Math.max(shown.percent, Math.round(percent)),
    step: Math.max(shown.step, stepOf(stage)),
  };
}

export function progressText({ step }: ShownProgress): string {
  return STEP_TEXT[step] ?? 'Transcription complete!';
}

function stepOf(stage: Stage | null): number {
  switch (stage) {
    case null:
    case 'waiting':
    case 'downloading':
      return 0;
    case 'reading':
    case 'decoding':
      return 1;
    default:
      return 2;
  }
}
