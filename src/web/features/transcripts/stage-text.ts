import type { Stage } from '#contract/transcripts.ts';

const STAGE_TEXT: Readonly<Record<Stage, string>> = {
  waiting: 'Waiting for its turn',
  reading: 'Reading the file',
  decoding: 'Decoding the sound',
  listening: 'Finding speech',
  recognizing: 'Turning speech into text',
  speakers: 'Telling speakers apart',
  sending: 'Sending the sound to AssemblyAI',
  remote: 'Transcribing at AssemblyAI',
  finishing: 'Finishing',
};

/** What a running job is doing, in words. */
export function stageText(stage: Stage | null): string {
  return stage ? STAGE_TEXT[stage] : 'Processing';
}
