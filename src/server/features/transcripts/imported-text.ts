import type { ImportFacts } from '#contract/import-formats.ts';
import type { Word } from '#contract/segments.ts';
import type { PlacedText } from '#domain/imports/place-words.ts';
import type { Transcription } from '#speech/engine.ts';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { WaitingImport } from './import-queries.ts';
import { listWords, type TranscriptRow } from './queries.ts';

/** A text made elsewhere on its recording. */
export interface MadeFromImport extends Pick<Transcription, 'segments' | 'lowConfidence'> {
  speakersBy: null;
  /** BCP 47 tag; null if it is not known. */
  language: string | null;
  engine: null;
  imported: ImportFacts;
  speakerNames: Record<string, string>;
}

/** Where the words and the length of the recording come from; each is only called if it is needed. */
export interface Listening {
  durationMs: () => Promise<number>;
  /** What the recogniser heard. */
  hear: () => Promise<readonly Word[]>;
  /** What it heard, to judge a text that keeps its own times; nothing if it cannot judge. */
  overhear: () => Promise<readonly Word[]>;
  signal: AbortSignal;
}

/** A text may go on after the end for this long: times are rounded, and the last subtitle stays on the screen. */
const BEYOND_MS = 10_000;
/** Below this share of words heard in a row, text and recording do not belong together. */
const LEAST_FIT = 0.12;
/** Shorter texts are not judged. */
const ENOUGH_WORDS = 20;
/** Times that are off by more than this are told. */
const LATE_MS = 1500;
const NOT_COMPARED =
  'Text and recording were not compared: the times are those of the file. If they differ from what you hear, import the text again with the times that are heard.';

const DOES_NOT_FIT =
  'This text does not seem to fit this recording: hardly any of its words were heard in it. The times are those of the file.';

/**
 * Puts a text onto a recording: with the file's times, or with those at which its words were heard. Throws 'import_beyond_end', and
 * 'import_does_not_fit' for a text that would get its times from words that were not heard, or replace what was heard; one that comes with its recording
 * and has times is kept, and says so.
 */
export async function putOntoRecording(
  deps: Pick<Deps, 'work'>,
  { waiting, known }: { waiting: WaitingImport; known: readonly Word[] },
  { durationMs, hear, overhear, signal }: Listening,
): Promise<MadeFromImport> {
  const { content, timing, filename } = waiting;
  const isHeard = timing === 'heard' || !content.hasTimes;
  const lengthMs = await durationMs();
  const notes = content.hasTimes ? [...content.notes] : [];
  const lastMs = content.segments.at(-1)?.startMs ?? 0;
  if (!isHeard && lastMs > lengthMs + BEYOND_MS) throw new AppError('import_beyond_end');
  const heard = known.length > 0 ? known : await (isHeard ? hear() : overhear());
  let { segments } = content;
  let unplacedWords = 0;
  let isCompared = false;
  if (heard.length > 0 || isHeard) {
    const task = {
      kind: 'place-words',
      segments,
      heard,
      keepSegments: content.hasTimes,
      durationMs: lengthMs,
    } as const;
    const placed = await deps.work.do<PlacedText>(task, signal);
    isCompared = placed.words >= ENOUGH_WORDS;
    const fits = !isCompared || placed.fit >= LEAST_FIT;
    if (!fits && (isHeard || known.length > 0)) throw new AppError('import_does_not_fit');
    if (isHeard) ({ segments, unplacedWords } = placed);
    notes.push(...(fits ? placed.notes : [DOES_NOT_FIT]));
    if (!isHeard && placed.lateMs !== null && Math.abs(placed.lateMs) > LATE_MS)
      notes.push(lateNote(placed.lateMs));
  }
  if (!isHeard && !isCompared) notes.push(NOT_COMPARED);
  return {
    speakersBy: null,
    language: content.language,
    segments: segments.map((segment) => withinRecording(segment, lengthMs)),
    lowConfidence: false,
    engine: null,
    imported: { format: content.format, filename, notes, unplacedWords },
    speakerNames: content.speakerNames,
  };
}

function lateNote(lateMs: number): string {
  const seconds = (Math.abs(lateMs) / 1000).toFixed(1);
  const how = lateMs > 0 ? 'later' : 'earlier';
  return `The times of the file are about ${seconds} seconds ${how} than the recording's. Import it again with the times that are heard.`;
}

/** The last parts may reach a little beyond the end. */
function withinRecording<Spoken extends MadeFromImport['segments'][number]>(
  segment: Spoken,
  durationMs: number,
): Spoken {
  if (segment.endMs <= durationMs) return segment;
  const within = (ms: number) => Math.min(ms, durationMs);
  return {
    ...segment,
    startMs: within(segment.startMs),
    endMs: within(segment.endMs),
    words: segment.words.map((word) => ({
      ...word,
      startMs: within(word.startMs),
      endMs: within(word.endMs),
    })),
  };
}

/** What an engine has heard in a recording, if the present text is its work; else nothing. */
export async function wordsHeardBefore(db: Db, transcript: TranscriptRow): Promise<Word[]> {
  if (transcript.status !== 'completed' || transcript.engine === null) return [];
  const rows = await listWords(db, transcript.id);
  // Written by this application, according to the column's schema.
  return rows.flatMap(({ words }) => JSON.parse(words) as Word[]);
}
