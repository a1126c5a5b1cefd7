import type { Passage, SourceSegment } from './passages.ts';
import { type FoundQuote, makeQuotable, type QuotableText } from './quotes.ts';

/** What answers may rest on. `transcriptId` is null where the answer stands beside its one transcript, a number in projects. */
export type Source =
  | { kind: 'transcript'; transcriptId: number | null; passages: readonly Passage[] }
  | { kind: 'article'; articleId: number; text: string };

/** A source made ready for checking. */
export type IndexedSource = IndexedTranscript | IndexedArticle;

export interface IndexedTranscript {
  kind: 'transcript';
  transcriptId: number | null;
  passages: ReadonlyMap<number, Passage>;
  /** All turns in a row, divided by a blank line. */
  quotable: QuotableText;
  /** The segments in the order of `quotable`, and where each begins in it. */
  segments: readonly PlacedSegment[];
}

export interface IndexedArticle {
  kind: 'article';
  articleId: number;
  quotable: QuotableText;
}

interface PlacedSegment {
  segment: SourceSegment;
  passage: number;
  start: number;
  end: number;
}

export interface SourceIndex {
  sources: readonly IndexedSource[];
}

/** A verified place in a transcript. */
export interface Located {
  text: string;
  /** Start of the segment in which it begins. */
  startMs: number;
  speaker: string;
  segments: readonly SourceSegment[];
}

/** Makes sources ready for `checkDraft`. Cheap: words are split when a quote needs it. */
export function indexSources(sources: readonly Source[]): SourceIndex {
  return {
    sources: sources.map((source) =>
      source.kind === 'article'
        ? { kind: 'article', articleId: source.articleId, quotable: makeQuotable(source.text) }
        : indexTranscript(source.transcriptId, source.passages),
    ),
  };
}

/** The index of one transcript that stands for itself. */
export function indexTranscriptPassages(passages: readonly Passage[]): SourceIndex {
  return indexSources([{ kind: 'transcript', transcriptId: null, passages }]);
}

/** A whole passage by its number. */
export function passageAt(source: IndexedTranscript, number: number | undefined): Located | null {
  const passage = number === undefined ? undefined : source.passages.get(number);
  const [first] = passage?.segments ?? [];
  if (!passage || !first) return null;
  return { text: passage.text, startMs: first.startMs, speaker: first.speaker, segments: passage.segments };
}

/** Where to look first for a quote that is said to be in a passage. */
export function offsetOf(source: IndexedTranscript, number: number | undefined): number {
  if (number === undefined) return 0;
  return source.segments[firstIndex(source.segments, ({ passage }) => passage >= number)]?.start ?? 0;
}

/** The segments that a found quote spans, with the transcript's own words; null when it runs across two speakers. */
export function quoteAt(source: IndexedTranscript, { start, end }: FoundQuote): Located | null {
  const text = source.quotable.text.slice(start, end);
  const from = firstIndex(source.segments, (placed) => placed.end > start);
  const spanned: SourceSegment[] = [];
  for (let at = from; (source.segments[at]?.start ?? end) < end; at += 1) {
    const placed = source.segments[at];
    if (placed) spanned.push(placed.segment);
  }
  const [first] = spanned;
  if (!first || spanned.some(({ speaker }) => speaker !== first.speaker)) return null;
  return { text, startMs: first.startMs, speaker: first.speaker, segments: spanned };
}

const TURN_BREAK = '\n\n';

function indexTranscript(transcriptId: number | null, passages: readonly Passage[]): IndexedTranscript {
  const segments: PlacedSegment[] = [];
  const texts: string[] = [];
  let length = 0;
  let speaker: string | null = null;
  for (const passage of passages) {
    for (const segment of passage.segments) {
      const text = segment.text.trim();
      if (speaker !== null) {
        const between = segment.speaker === speaker ? ' ' : TURN_BREAK;
        texts.push(between);
        length += between.length;
      }
      segments.push({ segment, passage: passage.number, start: length, end: length + text.length });
      texts.push(text);
      length += text.length;
      speaker = segment.speaker;
    }
  }
  return {
    kind: 'transcript',
    transcriptId,
    passages: new Map(passages.map((passage) => [passage.number, passage])),
    quotable: makeQuotable(texts.join('')),
    segments,
  };
}

/** The first index for which the test holds, where it holds for all later ones too. */
function firstIndex<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
