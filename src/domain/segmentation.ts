import type { Segment, Word } from '#contract/segments.ts';
import { joinWords } from './tokens.ts';

/** A word, and what else decides where a segment ends. */
export interface SpokenWord extends Word {
  speaker: string;
  timing: Segment['timing'];
}

const MAX_SEGMENT_MS = 15_000;
const MAX_SENTENCES = 3;
/** A pause that ends a segment anywhere. */
const LONG_PAUSE_MS = 1200;
/** A pause that ends a segment after a sentence. */
const SENTENCE_PAUSE_MS = 350;
/** From this length on, the end of a sentence ends the segment even without a pause. */
const LONG_ENOUGH_MS = 6000;
/** A segment that would get too long is cut at its longest pause or at punctuation, but not in this first part. */
const EARLIEST_CUT = 0.4;

const SENTENCE_END = /[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]["'\u2019\u201d\u300d\u300f)]*$/;
const CLAUSE_END = /[,;:\u2014-]["'\u2019\u201d)]*$/;
const ABBREVIATION = /^(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|[a-z])\.$/i;

/**
 * Divides words, in time order, into segments of one speaker: one to three sentences, split at the ends of sentences and at
 * pauses, at most 15 s long. The text is the words as they are written together.
 */
export function segmentsOfWords(words: readonly SpokenWord[]): Segment[] {
  const segments: Segment[] = [];
  let open: SpokenWord[] = [];
  for (const word of words) {
    while (open.length > 0 && endsBefore(open, word)) {
      const kept = fits(open, word) ? open.length : bestCut(open);
      segments.push(asSegment(open.slice(0, kept)));
      open = open.slice(kept);
    }
    open.push(word);
  }
  if (open.length > 0) segments.push(asSegment(open));
  return segments;
}

function endsBefore(open: readonly SpokenWord[], next: SpokenWord): boolean {
  const first = open[0];
  const last = open.at(-1);
  if (!first || !last) return false;
  if (first.speaker !== next.speaker || first.timing !== next.timing || !fits(open, next)) return true;
  const pauseMs = next.startMs - last.endMs;
  if (pauseMs >= LONG_PAUSE_MS) return true;
  if (!endsSentence(last)) return false;
  const isLong = last.endMs - first.startMs >= LONG_ENOUGH_MS;
  return pauseMs >= SENTENCE_PAUSE_MS || isLong || open.filter(endsSentence).length >= MAX_SENTENCES;
}

function fits(open: readonly SpokenWord[], next: SpokenWord): boolean {
  return next.endMs - (open[0]?.startMs ?? 0) <= MAX_SEGMENT_MS;
}

/** Whether a sentence ends with this word; not with "Dr." or an initial. */
export function endsSentence({ text }: Pick<Word, 'text'>): boolean {
  return SENTENCE_END.test(text) && !ABBREVIATION.test(text);
}

/** How many words of a full segment to keep: up to the best place among sentence ends, clause ends and pauses. */
function bestCut(open: readonly SpokenWord[]): number {
  let best = open.length;
  let highest = -1;
  for (let count = Math.max(1, Math.ceil(open.length * EARLIEST_CUT)); count < open.length; count++) {
    const last = open[count - 1];
    const next = open[count];
    if (!last || !next) continue;
    const mark = endsSentence(last) ? 1000 : CLAUSE_END.test(last.text) ? 300 : 0;
    const score = mark + (next.startMs - last.endMs);
    if (score < highest) continue;
    highest = score;
    best = count;
  }
  return best;
}

function asSegment(words: readonly SpokenWord[]): Segment {
  return {
    speaker: words[0]?.speaker ?? '',
    startMs: words[0]?.startMs ?? 0,
    endMs: words.at(-1)?.endMs ?? 0,
    text: joinWords(words.map(({ text }) => text)),
    words: words.map(({ text, startMs, endMs, confidence }) => ({ text, startMs, endMs, confidence })),
    timing: words[0]?.timing ?? 'measured',
  };
}
