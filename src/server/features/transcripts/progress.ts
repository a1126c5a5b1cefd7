import { TranscriptId } from '#contract/ids.ts';
import type { Stage } from '#contract/transcripts.ts';
import type { SpeechProgress } from '#speech/engine.ts';
import type { Deps } from '../../deps.ts';
import { changeAsJob, type TranscriptRow } from './queries.ts';
import { tellReaders } from './service.ts';

/** Where each stage begins and ends in the whole job, in percent: from measured shares of the time of an hour of talk. */
const SHARES: Record<Stage, readonly [number, number]> = {
  waiting: [0, 0],
  downloading: [0, 0],
  reading: [0, 1],
  decoding: [1, 8],
  listening: [8, 88],
  recognizing: [8, 88],
  speakers: [88, 97],
  sending: [8, 30],
  // Where a service works, nobody knows how far it is: the bar stands still, and the screen says why.
  remote: [30, 97],
  finishing: [97, 100],
};
/** What is fetched from elsewhere takes this part of the whole, in percent; all that follows shares the rest. */
const DOWNLOAD_PERCENT = 20;
/** Finding the speech takes this part of the time of finding and recognising it, which go on together. */
const LISTENING_SHARE = 0.2;
const EVENT_MS = 400;
const STORE_MS = 2000;
const MAX_TEXT = 1500;

export interface ProgressReporter {
  /** `done` is the part of the stage that is done, 0 to 1. */
  report(stage: Stage, done: number): void;
  reportSpeech(progress: SpeechProgress): void;
  /** Shows text that was recognised just now. */
  reportText(text: string): Promise<void>;
}

/** Tells the owner's windows how far a job is, a few times a second at most; never backwards. */
export function reportProgress(
  deps: Pick<Deps, 'db' | 'events' | 'log'>,
  transcript: TranscriptRow,
  jobId: string,
): ProgressReporter {
  // A job that begins again after a kill shows how far it had been until it is there again.
  const percent = transcript.progressPercent;
  const state = {
    percent,
    stage: 'reading' as Stage,
    sentStage: 'waiting' as Stage,
    listened: 0,
    recognized: 0,
    sentAt: 0,
    storedAt: 0,
  };
  let downloadPercent = 0;

  // One after the other: of two that are under way at once the later might arrive first.
  let lastTold: Promise<unknown> = Promise.resolve();
  const send = (text?: string): Promise<void> => {
    const now = performance.now();
    const { stage } = state;
    // A new stage is told at once: in some of them nothing more comes for minutes.
    const isNewStage = stage !== state.sentStage;
    if (text === undefined && !isNewStage && now - state.sentAt < EVENT_MS) return Promise.resolve();
    state.sentAt = now;
    state.sentStage = stage;
    const percent = Math.round(state.percent * 10) / 10;
    const isToBeStored = isNewStage || now - state.storedAt >= STORE_MS;
    if (isToBeStored) state.storedAt = now;
    const told = lastTold.then(async () => {
      if (isToBeStored) await changeAsJob(deps.db, transcript.id, jobId, { progressPercent: percent, stage });
      const id = TranscriptId.parse(transcript.id);
      const event = { type: 'transcript.progress', id, percent, stage } as const;
      await tellReaders(
        deps,
        { db: deps.db, row: transcript },
        text === undefined ? event : { ...event, text: text.slice(0, MAX_TEXT) },
      );
    });
    lastTold = told.catch(() => undefined);
    return told;
  };
  const report = (stage: Stage, done: number) => {
    if (stage === 'downloading') downloadPercent = DOWNLOAD_PERCENT;
    state.stage = stage;
    state.percent = Math.max(state.percent, percentAt(stage, Math.min(1, done), downloadPercent));
    // Progress is a courtesy: that it could not be told must not end the work.
    send().catch((error: unknown) => deps.log.warn({ err: error }, 'cannot report progress'));
  };
  return {
    report,
    reportSpeech: ({ stage, doneMs, totalMs }) => {
      const done = totalMs > 0 ? doneMs / totalMs : 1;
      if (stage !== 'listening' && stage !== 'recognizing') return report(stage, done);
      if (stage === 'listening') state.listened = done;
      else state.recognized = done;
      const together = LISTENING_SHARE * state.listened + (1 - LISTENING_SHARE) * state.recognized;
      report(state.recognized > 0 ? 'recognizing' : 'listening', together);
    },
    reportText: (text) => send(text),
  };
}

/** Percent of the whole job, of which the first `downloadPercent` are the download. */
function percentAt(stage: Stage, done: number, downloadPercent: number): number {
  if (stage === 'downloading') return downloadPercent * done;
  const [from, to] = SHARES[stage];
  return downloadPercent + ((100 - downloadPercent) * (from + (to - from) * done)) / 100;
}
