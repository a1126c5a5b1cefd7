import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import type { Stage, TranscriptListItem } from '#contract/transcripts.ts';

const STAGE_TEXT: Readonly<Record<Exclude<Stage, 'sending' | 'remote'>, string>> = {
  waiting: 'Waiting in the queue',
  downloading: 'Downloading',
  reading: 'Reading the file',
  decoding: 'Decoding the audio',
  listening: 'Finding speech',
  recognizing: 'Turning speech into text',
  speakers: 'Telling speakers apart',
  finishing: 'Finishing',
};

/** The stage of a running job in words. */
export function stageText({ stage, runEngine }: Pick<TranscriptListItem, 'stage' | 'runEngine'>): string {
  if (stage === null) return 'Processing';
  const isAway = runEngine !== null && SPEECH_ENGINES[runEngine].place !== 'here';
  if (stage !== 'sending' && stage !== 'remote' && !(stage === 'recognizing' && isAway))
    return STAGE_TEXT[stage];
  const engine = runEngine === null ? 'the speech service' : SPEECH_ENGINES[runEngine].name;
  return stage === 'sending' ? `Sending the audio to ${engine}` : `Transcribing with ${engine}`;
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
