import type { Stage } from '#contract/transcripts.ts';

/** The state of a video's transcript, once there is one. */
export interface VideoJob {
  status: 'processing' | 'completed' | 'failed' | 'gone';
  stage: Stage | null;
  percent: number;
  /** The reason for a failure; null if it was cancelled. */
  failure: string | null;
}

/** The progress bar, which only moves forwards. */
export interface ShownProgress {
  percent: number;
  step: number;
}

export const START: ShownProgress = { percent: 0, step: 0 };
export const TICK_MS = 1000;

const TICK_PERCENT = 15;
const SIMULATED_TO = 90;
const STEP_TEXT = ['Downloading', 'Extracting audio', 'Transcribing audio'] as const;
/** The percentages above which the simulated progress shows the next step. */
const STEP_ABOVE = [30, 60] as const;

/** The progress after another second without news. */
export function afterTick({ percent }: ShownProgress): ShownProgress {
  const next = Math.min(SIMULATED_TO, percent + TICK_PERCENT);
  return { percent: next, step: STEP_ABOVE.filter((limit) => next > limit).length };
}

/** Replaces the simulated progress by the job's. If the bar is ahead of the job, it waits. */
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
