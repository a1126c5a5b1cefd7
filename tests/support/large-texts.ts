import { SegmentId } from '#contract/ids.ts';
import type { SegmentWords, TimestampedSegment, TimestampedWord, Word } from '#contract/segments.ts';
import { makePassages, type Passage } from '#domain/passages.ts';
import { type PlacedSegment, timestampSegment, timestampWords } from '#domain/segments.ts';

/** A text of one form, in the shapes in which functions take it. */
export interface LargeText {
  /** Everything on one line, except for line breaks of the form itself. */
  text: string;
  /** The same with another word at the end. */
  other: string;
  /** Its words as texts, which are in it in this order. */
  tokens: readonly string[];
  words: readonly Word[];
  timedWords: readonly TimestampedWord[];
  /** Everything as one segment: an engine's segments may have any length. */
  whole: PlacedSegment;
  segments: readonly PlacedSegment[];
  timestamped: readonly TimestampedSegment[];
  wordsById: ReadonlyMap<number, SegmentWords>;
  passages: readonly Passage[];
}

/** A kind of text that is hard on careless functions: its words with what is between them, each of five characters or more. */
export interface TextForm {
  name: string;
  wordAt: (index: number) => string;
  /** How long each word is said. */
  wordMs: number;
}

const WORD_MS = 250;
const WORDS_PER_SEGMENT = 40;

/** The words of these texts take at least five characters, so that the longest text has no more words than one may have. */
export const TEXT_FORMS: readonly TextForm[] = [
  form('one word repeated', 'lala '),
  { ...form('all words squeezed into one second', 'lala '), wordMs: 0 },
  { ...form('different words', ''), wordAt: (index) => `${index.toString(36).padStart(4, 'w')} ` },
  form('Hangul syllables', '각각각각 '),
  form('jamo', '\u1100\u1161\u11a8\u1100\u1161 '),
  form('letters with marks', 'a\u0301\u0316\u0301 '),
  form('combining marks only', '\u0301\u0316\u0327\u0301\u0316'),
  form('emoji families', '👨‍👩‍👧‍👦 '),
  form('emoji families without spaces', '👨‍👩‍👧‍👦'),
  form('no spaces at all', 'lalal'),
  form('Chinese', '我们今天谈'),
  form('Hebrew with words and numbers', 'שלום a(12'),
  form('initials', 'A. B. '),
  form('ligatures and soft hyphens', 'ﬃ\u00adß… '),
  form('white space', '     '),
  form('full stops', '.....'),
  form('brackets and quotation marks', '[“(«"'),
];

function form(name: string, word: string): TextForm {
  return { name, wordAt: () => word, wordMs: WORD_MS };
}

/** A text of this form with about so many characters. A short last word keeps it from being blank. */
export function largeText({ wordAt, wordMs }: TextForm, length: number): LargeText {
  const pieces: string[] = [];
  for (let rest = length; rest > 0; rest -= pieces.at(-1)?.length ?? rest) pieces.push(wordAt(pieces.length));
  pieces.push(' end');
  const words = pieces.map(
    (piece, index): Word => ({
      text: piece.trim(),
      startMs: index * wordMs,
      endMs: (index + 1) * wordMs,
      confidence: index % 2 === 0 ? 0.3 : null,
    }),
  );
  const segmentOf = (index: number, from: number, to: number): PlacedSegment => ({
    id: index + 1,
    revision: 1,
    position: index + 1,
    speaker: `Speaker ${1 + (index % 3)}`,
    startMs: words[from]?.startMs ?? 0,
    endMs: words[to - 1]?.endMs ?? 0,
    text: pieces.slice(from, to).join(''),
    words: words.slice(from, to),
    timing: 'measured',
  });
  const segments = Array.from({ length: Math.ceil(pieces.length / WORDS_PER_SEGMENT) }, (_, index) =>
    segmentOf(index, index * WORDS_PER_SEGMENT, Math.min(pieces.length, (index + 1) * WORDS_PER_SEGMENT)),
  );
  const whole = segmentOf(0, 0, pieces.length);
  return {
    text: whole.text,
    other: `${whole.text.slice(0, -'end'.length)}stop`,
    tokens: words.map(({ text }) => text),
    words,
    timedWords: timestampWords(whole).words,
    whole,
    segments,
    timestamped: segments.map(timestampSegment),
    wordsById: new Map(segments.map((segment) => [SegmentId.parse(segment.id), timestampWords(segment)])),
    passages: makePassages(segments),
  };
}
