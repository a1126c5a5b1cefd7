import type { Stage, TranscriptListItem } from '#contract/transcripts.ts';

const STAGE_TEXT: Readonly<Record<Stage, string>> = {
  waiting: 'Waiting in the queue',
  downloading: 'Downloading',
  reading: 'Reading the file',
  decoding: 'Decoding the audio',
  listening: 'Finding speech',
  recognizing: 'Turning speech into text',
  speakers: 'Telling speakers apart',
  sending: 'Sending the audio to AssemblyAI',
  remote: 'Transcribing with AssemblyAI',
  finishing: 'Finishing',
};

/** The stage of a running job in words. */
export function stageText(stage: Stage | null): string {
  return stage ? STAGE_TEXT[stage] : 'Processing';
}

/** The progress of a running job, 0 to 100; null while a service is working, which does not report it. */
export function shownPercent({
  stage,
  progressPercent,
}: Pick<TranscriptListItem, 'stage' | 'progressPercent'>): number | null {
  return stage === 'remote' ? null : Math.round(progressPercent);
}

/** The progress as '40%'; empty if unknown. */
export function percentText(item: Pick<TranscriptListItem, 'stage' | 'progressPercent'>): string {
  const percent = shownPercent(item);
  return percent === null ? '' : `${percent}%`;
}
