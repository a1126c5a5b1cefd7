import type { Stage } from '#contract/transcripts.ts';

const STAGE_TEXT: Readonly<Record<Stage, string>> = {
  waiting: 'Waiting for its turn',
  downloading: 'Downloading',
  reading: 'Reading the file',
  decoding: 'Decoding the sound',
  listening: 'Finding speech',
  recognizing: 'Turning speech into text',
  speakers: 'Telling speakers apart',
  finishing: 'Finishing',
};

/** What a running job is doing, in words. */
export function stageText(stage: Stage | null): string {
  return stage ? STAGE_TEXT[stage] : 'Processing';
}
