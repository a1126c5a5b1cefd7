import type { TextRange } from './converted-text.ts';
import { firstIndex } from './first-index.ts';
import type { ArticlePart, Passage, SourceSegment, TextPassage } from './passages.ts';
import { type FoundQuote, makeQuotable, type QuotableText } from './quotes.ts';

/**
 * The passages of a source (all of them or a selection) that an answer may cite. `transcriptId` is set in projects and null where the
 * answer is shown beside its only transcript. `content` is the article's whole text.
 */
export type Source =
  | { kind: 'transcript'; transcriptId: number | null; passages: readonly Passage[] }
  | { kind: 'article'; articleId: number; content: string; passages: readonly ArticlePart[] };

/** A source, indexed for checking quotes. */
export type IndexedSource = IndexedTranscript | IndexedArticle;

export interface IndexedTranscript {
  kind: 'transcript';
  transcriptId: number | null;
  passages: ReadonlyMap<number, Passage>;
  /** The text of all turns, separated by blank lines. */
  quotable: QuotableText;
  /** The ranges of `quotable` that are contiguous in the transcript; between two of them, text is missing. */
  runs: readonly TextRange[];
  /** The segments in the order of `quotable`, and their ranges in it. */
  segments: readonly PlacedSegment[];
}

export interface IndexedArticle {
  kind: 'article';
  articleId: number;
  passages: ReadonlyMap<number, PlacedPassage>;
  /** The text of the passages as in the article, with a blank line where text is missing. */
  quotable: QuotableText;
  /** The ranges of `quotable` that are contiguous in the article. */
  runs: readonly TextRange[];
}

/** A passage of an article, and its range in `quotable`. */
export interface PlacedPassage extends TextRange {
  text: string;
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
  /** The start of the segment in which the place begins. */
  startMs: number;
  speaker: string;
  segments: readonly SourceSegment[];
}

/** Indexes sources for `checkDraft`. Cheap, because words are split only when a quote requires it. */
export function indexSources(sources: readonly Source[]): SourceIndex {
  return {
    sources: sources.map((source) =>
      source.kind === 'article'
        ? indexArticle(source)
        : indexTranscript(source.transcriptId, source.passages),
    ),
  };
}

/** The index of one transcript outside of a project. */
export function indexTranscriptPassages(passages: readonly Passage[]): SourceIndex {
  return indexSources([{ kind: 'transcript', transcriptId: null, passages }]);
}

/** The source of a reference: the one it names, or else the one that contains the passage; undefined if it could be any. */
export function sourceOf(
  { sources }: SourceIndex,
  { source, passage }: { source?: number; passage?: number },
): IndexedSource | undefined {
  if (source !== undefined) return sources[source];
  if (passage === undefined) return sources.length === 1 ? sources[0] : undefined;
  return sources.find(({ passages }) => passages.has(passage));
}

/** The article's own words at a found quote; null if the quote spans a place where text is missing. */
export function articleWordsAt(source: IndexedArticle, found: FoundQuote): string | null {
  return isWhole(source.runs, found) ? source.quotable.text.slice(found.start, found.end) : null;
}

/** A whole passage by its number; null if the transcript does not contain it. */
export function passageAt(source: IndexedTranscript, number: number | undefined): Located | null {
  const passage = number === undefined ? undefined : source.passages.get(number);
  const [first] = passage?.segments ?? [];
  if (!passage || !first) return null;
  return { text: passage.text, startMs: first.startMs, speaker: first.speaker, segments: passage.segments };
}

/** The offset in `quotable` of a passage, by its number: where to look first for a quote that is claimed to be in it. */
export function offsetOf(source: IndexedSource, number: number | undefined): number {
  if (number === undefined) return 0;
  if (source.kind === 'article') return source.passages.get(number)?.start ?? 0;
  return source.segments[firstIndex(source.segments, ({ passage }) => passage >= number)]?.start ?? 0;
}

/** The segments that a found quote spans, with the transcript's own words; null if it spans two speakers or a place where text is missing. */
export function quoteAt(source: IndexedTranscript, { start, end }: FoundQuote): Located | null {
  if (!isWhole(source.runs, { start, end })) return null;
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
  const runs: TextRange[] = [];
  let length = 0;
  let speaker: string | null = null;
  let previous: TextPassage | null = null;
  for (const passage of passages) {
    const isNext = follows(previous, passage);
    let isFirst = true;
    for (const segment of passage.segments) {
      const text = segment.text.trim();
      if (speaker !== null) {
        const between = segment.speaker === speaker && (isNext || !isFirst) ? ' ' : TURN_BREAK;
        texts.push(between);
        length += between.length;
      }
      segments.push({ segment, passage: passage.number, start: length, end: length + text.length });
      extend(runs, { start: length, end: length + text.length }, isNext || !isFirst);
      texts.push(text);
      length += text.length;
      speaker = segment.speaker;
      isFirst = false;
    }
    previous = passage;
  }
  return {
    kind: 'transcript',
    transcriptId,
    passages: new Map(passages.map((passage) => [passage.number, passage])),
    quotable: makeQuotable(texts.join('')),
    runs,
    segments,
  };
}

function indexArticle({
  articleId,
  content,
  passages,
}: Extract<Source, { kind: 'article' }>): IndexedArticle {
  const placed = new Map<number, PlacedPassage>();
  const runs: TextRange[] = [];
  let text = '';
  let previous: ArticlePart | null = null;
  for (const passage of passages) {
    const isNext = follows(previous, passage);
    // The text between two neighbors is the same as in the article.
    text += previous === null ? '' : isNext ? content.slice(previous.end, passage.start) : TURN_BREAK;
    const start = text.length;
    text += content.slice(passage.start, passage.end);
    placed.set(passage.number, { start, end: text.length, text: text.slice(start) });
    extend(runs, { start, end: text.length }, isNext);
    previous = passage;
  }
  return { kind: 'article', articleId, passages: placed, quotable: makeQuotable(text), runs };
}

/** Whether a passage directly follows another one in its source. */
function follows(previous: TextPassage | null, passage: TextPassage): boolean {
  return previous !== null && passage.number === previous.number + 1;
}

/** Extends the last run, or begins a new one. */
function extend(runs: TextRange[], range: TextRange, goesOn: boolean): void {
  const last = runs.at(-1);
  if (goesOn && last) last.end = range.end;
  else runs.push({ ...range });
}

/** Whether no text is missing within a range. */
function isWhole(runs: readonly TextRange[], { start, end }: TextRange): boolean {
  const run = runs[firstIndex(runs, (each) => each.end > start)];
  return run !== undefined && run.start <= start && end <= run.end;
}
