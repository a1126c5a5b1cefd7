import { cutText } from '#contract/cut-text.ts';
import { TranscriptId } from '#contract/ids.ts';
import type { Stage } from '#contract/transcripts.ts';
import type { SpeechProgress } from '#speech/engine.ts';
import type { Deps } from '../../deps.ts';
import { changeAsJob, type TranscriptRow } from './queries.ts';
import { notifyReaders } from './service.ts';

/** Where each stage begins and ends within the whole job, in percent: measured shares of the time for an hour of talk. */
const SHARES: Record<Stage, readonly [number, number]> = {
  waiting: [0, 0],
  downloading: [0, 0],
  reading: [0, 1],
  decoding: [1, 8],
  listening: [8, 58],
  recognizing: [8, 58],
  speakers: [58, 97],
  sending: [8, 30],
  // A service does not report how far it is: the bar stands still, and the screen says why.
  remote: [30, 97],
  finishing: [97, 100],
};
/** The share of the words if nobody is to be told apart afterwards. */
const WORDS_ALONE = [8, 97] as const;
/** The download's share of the whole, in percent; everything after it shares the rest. */
const DOWNLOAD_PERCENT = 20;
/** Voice activity detection's share of the time for detection and recognition, which run together. */
const LISTENING_SHARE = 0.2;
const EVENT_MS = 400;
const STORE_MS = 2000;
const MAX_TEXT = 1500;

/** The text of a stretch of the recording. */
interface SaidText {
  startMs: number;
  endMs: number;
  text: string;
}

export interface ProgressReporter {
  /** `done` is the completed part of the stage, from 0 to 1. */
  report(stage: Stage, done: number): void;
  reportSpeech(progress: SpeechProgress): void;
  /** Shows text that has just been recognized, at its place. */
  reportText(said: SaidText): Promise<void>;
}

/** Sends a job's progress to the owner's browser windows, a few times a second at most; it never goes backwards. */
export function reportProgress(
  deps: Pick<Deps, 'db' | 'events' | 'log'>,
  transcript: TranscriptRow,
  jobId: string,
): ProgressReporter {
  // A job restarted after a kill shows its earlier progress until it gets that far again.
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

  // One after the other: two concurrent messages might arrive in the wrong order.
  let lastSent: Promise<unknown> = Promise.resolve();
  const send = (said?: SaidText): Promise<void> => {
    const now = performance.now();
    const { stage } = state;
    // A new stage is reported at once: some stages report nothing more for minutes.
    const isNewStage = stage !== state.sentStage;
    if (said === undefined && !isNewStage && now - state.sentAt < EVENT_MS) return Promise.resolve();
    state.sentAt = now;
    state.sentStage = stage;
    const percent = Math.round(state.percent * 10) / 10;
    const isToBeStored = isNewStage || now - state.storedAt >= STORE_MS;
    if (isToBeStored) state.storedAt = now;
    const sent = lastSent.then(async () => {
      if (isToBeStored) await changeAsJob(deps.db, transcript.id, jobId, { progressPercent: percent, stage });
      const id = TranscriptId.parse(transcript.id);
      const event = { type: 'transcript.progress', id, percent, stage } as const;
      await notifyReaders(
        deps,
        { db: deps.db, row: transcript },
        said === undefined ? event : { ...event, said: inSeconds(said) },
      );
    });
    lastSent = sent.catch(() => undefined);
    return sent;
  };
  const shareOf = (stage: Stage) =>
    (stage === 'listening' || stage === 'recognizing') && !transcript.options.suggestSpeakers
      ? WORDS_ALONE
      : SHARES[stage];
  /** Percent of the whole job, of which the download takes the first `downloadPercent`. */
  const percentAt = ([from, to]: readonly [number, number], done: number) =>
    downloadPercent + ((100 - downloadPercent) * (from + (to - from) * done)) / 100;
  const report = (stage: Stage, done: number) => {
    if (stage === 'downloading') downloadPercent = DOWNLOAD_PERCENT;
    state.stage = stage;
    const part = Math.min(1, done);
    const percent = stage === 'downloading' ? DOWNLOAD_PERCENT * part : percentAt(shareOf(stage), part);
    state.percent = Math.max(state.percent, percent);
    // Failing to report progress must not end the work.
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
      // A server has begun when it is asked, although nothing has come back yet.
      const isRecognizing = state.recognized > 0 || (stage === 'recognizing' && state.listened >= 1);
      report(isRecognizing ? 'recognizing' : 'listening', together);
    },
    reportText: (said) => send(said),
  };
}

function inSeconds({ startMs, endMs, text }: SaidText) {
  return { start: startMs / 1000, end: endMs / 1000, text: cutText(text, MAX_TEXT) };
}
