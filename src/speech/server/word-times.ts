import type { SpokenWord } from '#domain/segmentation.ts';
import { tokensOf } from '#domain/tokens.ts';
import { inOrder } from '#domain/word-order.ts';
import type { Span } from '../local/speech-regions.ts';
import { SpeechError } from '../speech-error.ts';
import { longestRise } from './longest-rise.ts';
import type { Heard, HeardSegment, HeardWord } from './read-answer.ts';
import { summedMs } from './summed-ms.ts';

/** The piece of a recording that a server was sent. */
export interface SentPiece {
  /** Seconds in the answer count from its start. */
  sound: Span;
  /** Where somebody speaks in it. */
  speech: readonly Span[];
}

/** Times this far past the end are rounded; beyond it they are wrong. */
const TOLERANCE_MS = 1000;
/** How long a letter takes where nothing says how long a word is. */
const LETTER_MS = 90;
/** So many words without times count as measured beside words that have some. */
const MAX_PLACED = 3;

/**
 * The words of an answer with times in the recording, in order and within the piece. Times that are missing, that run backwards
 * or that lie past the end are estimated from the words around them; without any times, words are spread over the speech. The
 * speakers are as the server calls them, '' where it names none. Throws SpeechError if nobody could say so many words.
 */
export function timeWords(heard: Heard, { sound, speech }: SentPiece): SpokenWord[] {
  const lengthMs = sound.endMs - sound.startMs;
  const words = heard.times === 'none' ? spreadText(heard, { sound, speech }) : fillTimes(heard, lengthMs);
  if (words.length > lengthMs) throw new SpeechError({ code: 'bad_answer' });
  // Clamped to the piece before they are moved to its place in the recording.
  return inOrder(words, lengthMs).map((word) => moved(word, sound.startMs));
}

function spreadText({ segments }: Heard, { sound, speech }: SentPiece): SpokenWord[] {
  const spans = speech.length > 0 ? speech : [sound];
  return spreadOver(
    segments.flatMap(wordsOf).map(withoutTimes),
    spans.map((span) => moved(span, -sound.startMs)),
  );
}

function fillTimes({ segments }: Heard, lengthMs: number): SpokenWord[] {
  return fill(keepPlausible(segments.flatMap(timedWords), lengthMs), lengthMs);
}

function moved<Timed extends Span>(span: Timed, byMs: number): Timed {
  return { ...span, startMs: span.startMs + byMs, endMs: span.endMs + byMs };
}

/** A word with its times in milliseconds of the piece, as far as they are known. */
interface TimedWord extends Omit<SpokenWord, 'startMs' | 'endMs'> {
  startMs: number | null;
  endMs: number | null;
}

/** A segment's words with their own times, or spread over the segment. */
function timedWords(segment: HeardSegment): TimedWord[] {
  const words = wordsOf(segment);
  if (segment.words.length > 0) {
    return words.map((word) => ({
      ...withoutTimes(word),
      startMs: inMs(word.start),
      endMs: inMs(word.end),
      timing: 'measured',
    }));
  }
  const [startMs, endMs] = [inMs(segment.start), inMs(segment.end)];
  if (startMs === null || endMs === null || endMs <= startMs) return words.map(withoutTimes);
  return spreadOver(words.map(withoutTimes), [{ startMs, endMs }]);
}

function wordsOf(segment: HeardSegment): HeardWord[] {
  if (segment.words.length > 0) return segment.words;
  const { confidence, speaker } = segment;
  const texts = tokensOf(segment.text);
  return texts.map((text) => ({ text, start: null, end: null, confidence, speaker }));
}

function withoutTimes({ text, confidence, speaker }: HeardWord): TimedWord {
  return { text, confidence, speaker: speaker ?? '', timing: 'estimated', startMs: null, endMs: null };
}

function inMs(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000);
}

/** Forgets times that are not within the piece, or that run backwards. */
function keepPlausible(words: readonly TimedWord[], lengthMs: number): TimedWord[] {
  const isWithin = (ms: number) => ms >= -TOLERANCE_MS && ms <= lengthMs + TOLERANCE_MS;
  const starts = words.map(({ startMs }) => (startMs !== null && isWithin(startMs) ? startMs : null));
  const isInOrder = longestRise(starts);
  return words.map((word, index) => {
    if (!isInOrder[index]) return { ...word, startMs: null, endMs: null, timing: 'estimated' };
    const { startMs, endMs } = word;
    const isEndRight = endMs !== null && endMs > (startMs ?? 0) && isWithin(endMs);
    return isEndRight ? word : { ...word, endMs: null };
  });
}

/** Estimates missing times from the words around them. */
function fill(words: readonly TimedWord[], lengthMs: number): SpokenWord[] {
  const filled: SpokenWord[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as TimedWord;
    if (word.startMs !== null) {
      const endMs = word.endMs ?? word.startMs + lettersOf(word) * LETTER_MS;
      filled.push({ ...word, startMs: word.startMs, endMs });
      at += 1;
      continue;
    }
    let next = at + 1;
    while (next < words.length && words[next]?.startMs === null) next++;
    const run = words.slice(at, next);
    const toMs = words[next]?.startMs ?? lengthMs;
    const fromMs = Math.min(filled.at(-1)?.endMs ?? 0, toMs);
    const usualMs = run.reduce((sum, each) => sum + lettersOf(each) * LETTER_MS, 0);
    const span = { startMs: fromMs, endMs: Math.min(toMs, fromMs + usualMs) };
    // WhisperX gives numbers no times: their neighbours place them well enough not to end a segment.
    const hasMeasured = [words[at - 1], words[next]].some((each) => each?.timing === 'measured');
    const isPlaced = run.length <= MAX_PLACED && hasMeasured;
    for (const each of spreadOver(run, [span]))
      filled.push(isPlaced ? { ...each, timing: 'measured' } : each);
    at = next;
  }
  return filled;
}

/** Divides the spans among the words in proportion to their letters; a word belongs to the span in which it begins. */
function spreadOver(words: readonly TimedWord[], spans: readonly Span[]): SpokenWord[] {
  const letters = words.reduce((sum, word) => sum + lettersOf(word), 0);
  const totalMs = summedMs(spans);
  let [span, passedMs, done] = [0, 0, 0];
  return words.map((word) => {
    const beginMs = (done / letters) * totalMs;
    done += lettersOf(word);
    const endMs = (done / letters) * totalMs;
    for (
      let lengthMs = lengthOf(spans[span]);
      span < spans.length - 1 && beginMs >= passedMs + lengthMs;
      lengthMs = lengthOf(spans[span])
    ) {
      passedMs += lengthMs;
      span += 1;
    }
    const { startMs: spanMs, endMs: limitMs } = spans[span] ?? { startMs: 0, endMs: 0 };
    const startMs = Math.floor(spanMs + beginMs - passedMs);
    return {
      ...word,
      timing: 'estimated',
      startMs,
      endMs: Math.min(limitMs, Math.floor(spanMs + endMs - passedMs)),
    };
  });
}

function lengthOf(span: Span | undefined): number {
  return span ? span.endMs - span.startMs : 0;
}

/** With the space that follows. */
function lettersOf({ text }: { text: string }): number {
  return [...text].length + 1;
}
