import { describe, expect, it } from 'vitest';
import { TranscriptId } from '#contract/ids.ts';
import type { Transcript } from '#contract/transcripts.ts';
import {
  isBehind,
  isBusy,
  type ProgressEvent,
  withLiveText,
  withProgress,
  withSameText,
} from './live-updates.ts';

const id = TranscriptId.parse(1);
const running: Transcript = {
  id,
  title: 'Talk',
  status: 'processing',
  duration: 60,
  wordCount: null,
  accuracy: null,
  sourceType: 'upload',
  sourceUrl: null,
  originalFilename: 'talk.wav',
  errorMessage: null,
  errorCode: null,
  segmentCount: 0,
  progressPercent: 10,
  stage: 'reading',
  imported: null,
  runEngine: null,
  projectId: null,
  projectName: null,
  abilities: { edit: true, own: true, comment: true },
  createdAt: '2026-11-21T10:00:00.000Z',
  transcript: 'Hello',
  timestampedTranscript: [
    {
      id: 1,
      revision: 0,
      position: 1,
      speaker: 'Speaker 1',
      text: 'Hello',
      timestamp: '[00:00.000]',
      start: 0,
      end: 1,
      timing: 'measured',
    },
  ],
  speakerNames: {},
  mediaUrl: null,
  mediaPreparing: false,
  soundTrack: null,
  missingSoundTrack: null,
  language: null,
  languageBy: null,
  doubtful: false,
  speakersSuggested: false,
  showSpeakers: true,
  engine: null,
  version: 1,
  undo: null,
  redo: null,
  editCount: 0,
};
const progress: ProgressEvent = {
  type: 'transcript.progress',
  id,
  percent: 40,
  stage: 'recognizing',
  said: { start: 2, end: 3, text: 'world' },
};

describe('withLiveText', () => {
  it('adds what was just heard, once', () => {
    const once = withLiveText(running, progress);
    expect(once).toMatchObject({ progressPercent: 40, stage: 'recognizing', transcript: 'Hello world' });
    expect(withLiveText(once, progress).transcript).toBe('Hello world');
  });

  it('adds no space between sentences of a script without spaces', () => {
    const said = (start: number, text: string) => ({ ...progress, said: { start, end: start + 1, text } });
    const nothing = { ...running, transcript: '', timestampedTranscript: [] };
    const chinese = withLiveText(withLiveText(nothing, said(1, '桥很长。')), said(2, '非常贵。'));
    expect(chinese.transcript).toBe('桥很长。非常贵。');
  });

  it('puts what was said earlier before what was said later, in whichever order it is recognized', () => {
    const said = (start: number, text: string) => ({ ...progress, said: { start, end: start + 1, text } });
    const events = [said(6, 'three'), said(8, 'four'), said(2, 'one'), said(4, 'two')];
    expect(events.reduce(withLiveText, running).transcript).toBe('Hello one two three four');
  });

  it('adds nothing that a refetch has already brought, however it is cut into segments', () => {
    const fetched = withLiveText(running, { ...progress, said: { start: 2, end: 2.5, text: 'wor' } });
    expect(withLiveText(fetched, progress).transcript).toBe('Hello wor');
  });

  it('lets a late event change nothing of what is done', () => {
    const done: Transcript = { ...running, status: 'completed', stage: null };
    expect(withLiveText(done, progress)).toBe(done);
  });
});

it('shows how far a transcript is that is transcribed again, and leaves its text as it is', () => {
  const again: Transcript = { ...running, status: 'completed', stage: 'waiting' };
  expect(withLiveText(again, progress)).toEqual({ ...again, progressPercent: 40, stage: 'recognizing' });
});

describe('withSameText', () => {
  const segment = {
    id: 1,
    revision: 1,
    position: 1,
    speaker: 'Speaker 1',
    text: 'Hello',
    timestamp: '[00:00.000]',
    start: 0,
    end: 1,
    timing: 'measured' as const,
  };
  const done: Transcript = { ...running, status: 'completed', timestampedTranscript: [segment] };

  it('keeps the segments when only the title changed', () => {
    const renamed = withSameText(done, { ...structuredClone(done), title: 'Garden' });
    expect(renamed.title).toBe('Garden');
    expect(renamed.timestampedTranscript).toBe(done.timestampedTranscript);
    expect(renamed.speakerNames).toBe(done.speakerNames);
  });

  it('keeps every segment that did not change, so that only the others are drawn anew', () => {
    const other = { ...segment, id: 2, position: 2 };
    const shown = { ...done, timestampedTranscript: [segment, other] };
    const changed = { ...segment, revision: 2, text: 'Hallo' };
    const fresh = { ...done, timestampedTranscript: [changed, structuredClone(other)] };
    const [first, second] = withSameText(shown, fresh).timestampedTranscript;
    expect(first).toEqual(changed);
    expect(second).toBe(other);
  });

  it('answers what is shown when nothing changed', () =>
    expect(withSameText(done, structuredClone(done))).toBe(done));

  it.each([{ text: 'Hallo' }, { speaker: 'Speaker 2' }, { start: 0.5 }, { end: 2 }])(
    'takes segments that differ by %o',
    (change) => {
      const fresh = { ...done, timestampedTranscript: [{ ...segment, ...change }] };
      expect(withSameText(done, fresh).timestampedTranscript).toEqual(fresh.timestampedTranscript);
    },
  );
});

describe('withProgress', () => {
  it('moves only the transcript that it is about', () => {
    const other = { ...running, id: TranscriptId.parse(2) };
    const pagination = { page: 1, limit: 10, totalPages: 1, totalCount: 2 };
    const page = withProgress({ transcripts: [running, other], pagination }, progress);
    expect(page.transcripts.map((item) => item.progressPercent)).toEqual([40, 10]);
  });
});

describe('isBehind', () => {
  const listed = { ...running, status: 'completed' as const, segmentCount: 3 };
  it('is true when the list is done and the detail is not', () =>
    expect(isBehind(running, listed)).toBe(true));
  it('is true when the list has failed and the detail is running', () =>
    expect(isBehind(running, { ...running, status: 'failed' })).toBe(true));
  it('is false when both run, or the list does not know it', () => {
    expect(isBehind(running, running)).toBe(false);
    expect(isBehind(running, undefined)).toBe(false);
  });
});

describe('isBusy', () => {
  it('waits for running ones and for missing segments', () => {
    expect(isBusy(running)).toBe(true);
    const ended = { ...running, stage: null };
    expect(isBusy({ ...ended, status: 'completed', segmentCount: 0 })).toBe(true);
    expect(isBusy({ ...ended, status: 'completed', segmentCount: 1 })).toBe(false);
    expect(isBusy({ ...running, status: 'completed', segmentCount: 1 })).toBe(true);
    expect(isBusy({ ...ended, status: 'failed' })).toBe(false);
  });
});
