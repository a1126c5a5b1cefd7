import type { TextRange } from './normalize-text.ts';
import type { ArticlePart, Passage, SourceSegment, TextPassage } from './passages.ts';
import { type FoundQuote, makeQuotable, type QuotableText } from './quotes.ts';

/**
 * What answers may rest on: passages of a source, all of them or a choice. `transcriptId` is null where the answer stands beside its one
 * transcript, a number in projects. `content` is the article's whole text.
 */
export type Source =
  | { kind: 'transcript'; transcriptId: number | null; passages: readonly Passage[] }
  | { kind: 'article'; articleId: number; content: string; passages: readonly ArticlePart[] };

/** A source made ready for checking. */
export type IndexedSource = IndexedTranscript | IndexedArticle;

export interface IndexedTranscript {
  kind: 'transcript';
  transcriptId: number | null;
  passages: ReadonlyMap<number, Passage>;
  /** All turns in a row, divided by a blank line. */
  quotable: QuotableText;
  /** The parts of `quotable` that stand in the transcript as they stand there: between two of them something is missing. */
  runs: readonly TextRange[];
  /** The segments in the order of `quotable`, and where each begins in it. */
  segments: readonly PlacedSegment[];
}

export interface IndexedArticle {
  kind: 'article';
  articleId: number;
  passages: ReadonlyMap<number, PlacedPassage>;
  /** The passages as they stand in the article, a blank line where something is missing. */
  quotable: QuotableText;
  /** The parts of `quotable` that stand in the article as they stand there. */
  runs: readonly TextRange[];
}

/** A passage of an article, and where it is in `quotable`. */
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
        ? indexArticle(source)
        : indexTranscript(source.transcriptId, source.passages),
    ),
  };
}

/** The index of one transcript that stands for itself. */
export function indexTranscriptPassages(passages: readonly Passage[]): SourceIndex {
  return indexSources([{ kind: 'transcript', transcriptId: null, passages }]);
}

/** The source that a reference means: the one that it names, else the one that has the passage; undefined where it could be any. */
export function sourceOf(
  { sources }: SourceIndex,
  { source, passage }: { source?: number; passage?: number },
): IndexedSource | undefined {
  if (source !== undefined) return sources[source];
  if (passage === undefined) return sources.length === 1 ? sources[0] : undefined;
  return sources.find(({ passages }) => passages.has(passage));
}

/** The words of an article at a found quote; null when they run across a place where something is missing. */
export function articleWordsAt(source: IndexedArticle, found: FoundQuote): string | null {
  return isWhole(source.runs, found) ? source.quotable.text.slice(found.start, found.end) : null;
}

/** A whole passage by its number. */
export function passageAt(source: IndexedTranscript, number: number | undefined): Located | null {
  const passage = number === undefined ? undefined : source.passages.get(number);
  const [first] = passage?.segments ?? [];
  if (!passage || !first) return null;
  return { text: passage.text, startMs: first.startMs, speaker: first.speaker, segments: passage.segments };
}

/** Where to look first for a quote that is said to be in a passage. */
export function offsetOf(source: IndexedSource, number: number | undefined): number {
  if (number === undefined) return 0;
  if (source.kind === 'article') return source.passages.get(number)?.start ?? 0;
  return source.segments[firstIndex(source.segments, ({ passage }) => passage >= number)]?.start ?? 0;
}

/** The segments that a found quote spans, with the transcript's own words; null when it runs across two speakers, or where something is missing. */
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
    // What stands between two neighbors in the article stands between them here.
    text += previous === null ? '' : isNext ? content.slice(previous.end, passage.start) : TURN_BREAK;
    const start = text.length;
    text += content.slice(passage.start, passage.end);
    placed.set(passage.number, { start, end: text.length, text: text.slice(start) });
    extend(runs, { start, end: text.length }, isNext);
    previous = passage;
  }
  return { kind: 'article', articleId, passages: placed, quotable: makeQuotable(text), runs };
}

/** Whether a passage stands right behind another one in its source. */
function follows(previous: TextPassage | null, passage: TextPassage): boolean {
  return previous !== null && passage.number === previous.number + 1;
}

/** Makes the last run longer, or begins one. */
function extend(runs: TextRange[], range: TextRange, goesOn: boolean): void {
  const last = runs.at(-1);
  if (goesOn && last) last.end = range.end;
  else runs.push({ ...range });
}

/** Whether nothing is missing between the two ends. */
function isWhole(runs: readonly TextRange[], { start, end }: TextRange): boolean {
  const run = runs[firstIndex(runs, (each) => each.end > start)];
  return run !== undefined && run.start <= start && end <= run.end;
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
