import {
  hasMarks,
  MAX_ARTICLE_QUOTE,
  type Mark,
  MIN_ARTICLE_QUOTE,
  neutralizeMarks,
  writeMark,
} from './citation-marks.ts';
import { findQuote } from './quotes.ts';
import { splitSentences } from './sentences.ts';
import {
  articleWordsAt,
  type IndexedArticle,
  type IndexedSource,
  type IndexedTranscript,
  type Located,
  offsetOf,
  passageAt,
  quoteAt,
  type SourceIndex,
  sourceOf,
} from './source-index.ts';
import { stem } from './stemming.ts';
import { isStopWord } from './stop-words.ts';
import { splitTerms } from './terms.ts';

/** The evidence that a draft names for a statement: a passage of a source, words of the source, or both. */
export interface Reference {
  /** The index of the source, counted from 0; by default the source that contains the passage. */
  source?: number;
  passage?: number;
  /** Words that, according to the draft, are in the source. */
  quote?: string;
}

/** A part of a provider's answer, not yet checked. */
export type DraftPiece =
  | { kind: 'prose'; text: string; references: readonly Reference[] }
  /** Words of the source, shown in quotation marks; removed if the source does not contain them. */
  | { kind: 'quote'; reference: Reference & { quote: string } };

export type Draft = readonly DraftPiece[];

/** A checked citation, as stored with the answer. */
export interface Citation {
  mark: Mark;
  /** The source's exact words; null if a whole passage is cited. */
  quote: string | null;
  /** The speaker, by the name given in the source; null for articles. */
  speaker: string | null;
  /** The cited segments at the revision that was read; empty for articles. */
  segments: readonly SegmentVersion[];
}

export interface SegmentVersion {
  id: number;
  revision: number;
}

/** A final text with its marks, and one citation for each mark, in the same order. */
export interface CheckedText {
  text: string;
  citations: readonly Citation[];
  /** How many references of the draft were dropped because no source contains them. */
  dropped: number;
}

/** Shorter quotations are names and figures of speech and are left as they are. */
const WORDS_OF_A_QUOTATION = 3;
const MAX_MARKS_TOGETHER = 4;
const MAX_ROUNDS = 6;
const QUOTATION =
  /"([^"\n]{1,1500})"|“([^”\n]{1,1500})”|«([^»\n]{1,1500})»|„([^“”\n]{1,1500})[“”]|[「『]([^」』\n]{1,1500})[」』]/g;

/**
 * Turns a draft into the final text; no other code does. Every mark in the result was written here, for a place that exists in
 * a source, and every quotation of three words or more has the source's exact wording. References that cannot be verified are dropped.
 */
export function checkDraft(index: SourceIndex, draft: Draft): CheckedText {
  const parts: (string | Mark)[] = [];
  const citations: Citation[] = [];
  let dropped = 0;
  for (const piece of draft) {
    const checked = piece.kind === 'prose' ? checkProse(index, piece) : checkQuotePiece(index, piece);
    dropped += checked.dropped;
    citations.push(...checked.citations);
    const words = checked.text.trimEnd();
    parts.push(words);
    for (const { mark } of checked.citations) parts.push(' ', mark);
    parts.push(checked.text.slice(words.length));
  }
  return { text: assemble(index, parts), citations, dropped };
}

/**
 * Verifies one reference. If it names only a passage of an article, the sentence closest to `statement` is cited.
 * Null if no source contains the passage or the words.
 */
export function checkReference(index: SourceIndex, reference: Reference, statement = ''): Citation | null {
  const source = sourceOf(index, reference);
  if (reference.quote !== undefined) {
    if (source) return checkQuote(source, reference.quote, reference.passage);
    return reference.source === undefined && reference.passage === undefined
      ? findAnywhere(index, reference.quote)
      : null;
  }
  if (!source) return null;
  if (source.kind === 'article') return citePassage(source, reference.passage, statement);
  const passage = passageAt(source, reference.passage);
  return passage ? toCitation(source, passage, null) : null;
}

/** Whether a cited segment has been edited or deleted since. `current` maps segment ids to current revisions. */
export function isStale(citation: Pick<Citation, 'segments'>, current: ReadonlyMap<number, number>): boolean {
  return citation.segments.some(({ id, revision }) => current.get(id) !== revision);
}

/** The citations of an answer whose source has been edited since the answer was written. */
export function staleCitations(
  citations: readonly Citation[],
  current: ReadonlyMap<number, number>,
): readonly Citation[] {
  return citations.filter((citation) => isStale(citation, current));
}

function checkProse(
  index: SourceIndex,
  { text, references }: Extract<DraftPiece, { kind: 'prose' }>,
): CheckedText {
  const found = references.map((reference) => checkReference(index, reference, text));
  const citations = withoutRepeats(found.filter((citation) => citation !== null));
  return {
    text: text.replaceAll(PLACE_OF_MARK, ''),
    citations: citations.slice(0, MAX_MARKS_TOGETHER),
    dropped: found.filter((citation) => citation === null).length,
  };
}

function checkQuotePiece(
  index: SourceIndex,
  { reference }: Extract<DraftPiece, { kind: 'quote' }>,
): CheckedText {
  const citation = checkReference(index, reference);
  if (!citation?.quote) return { text: '', citations: [], dropped: 1 };
  return { text: `“${citation.quote}”`, citations: [citation], dropped: 0 };
}

function checkQuote(source: IndexedSource, quote: string, passage: number | undefined): Citation | null {
  if (source.kind === 'article') return citeQuote(source, quote, passage);
  const found = findQuote(source.quotable, quote, offsetOf(source, passage));
  const located = found && quoteAt(source, found);
  // A place where the transcript itself spells out a mark is not quoted: verbatim text would not be safe there.
  if (!located || hasMarks(located.text)) return null;
  if (splitTerms(quote).length < WORDS_OF_A_QUOTATION && !isIn(source, passage, located)) return null;
  return toCitation(source, located, located.text);
}

/** Whether a place is in the given passage. A quote of one or two words could be anywhere, so it counts only there. */
function isIn(source: IndexedTranscript, passage: number | undefined, { segments }: Located): boolean {
  const [first] = segments;
  return first !== undefined && passageAt(source, passage)?.segments.includes(first) === true;
}

// Text that is allowed between the quotation marks of a mark.
const PLAIN_RUN = /[^"[\]\n]+/g;

/** Cites the words of an article that a draft quotes; one or two words count only in the passage that was named. */
function citeQuote(source: IndexedArticle, quote: string, passage: number | undefined): Citation | null {
  const found = findQuote(source.quotable, quote, offsetOf(source, passage));
  const words = found && articleWordsAt(source, found);
  if (!found || words === null) return null;
  if (passage !== undefined && splitTerms(quote).length < WORDS_OF_A_QUOTATION) {
    const named = source.passages.get(passage);
    if (!named || found.start < named.start || found.end > named.end) return null;
  }
  return citeWords(source, words);
}

/** Cites a passage of an article by the sentence that shares the most words with the statement. */
function citePassage(
  source: IndexedArticle,
  passage: number | undefined,
  statement: string,
): Citation | null {
  const named = passage === undefined ? undefined : source.passages.get(passage);
  if (!named) return null;
  const wanted = tellingStems(statement);
  const shares = splitSentences(named.text).map(({ text }) => {
    const cited = citeWords(source, text);
    const shared = [...tellingStems(text)].filter((one) => wanted.has(one)).length;
    return { cited, shared };
  });
  return shares.reduce<{ cited: Citation | null; shared: number }>(
    (best, each) => (each.cited && (best.cited === null || each.shared > best.shared) ? each : best),
    { cited: null, shared: 0 },
  ).cited;
}

function tellingStems(text: string): Set<string> {
  return new Set(
    splitTerms(text)
      .filter(({ word }) => !isStopWord(word))
      .map(({ word }) => stem(word)),
  );
}

/** Cites words of an article by the longest part of them that fits into a mark. */
function citeWords(source: IndexedArticle, words: string): Citation | null {
  const runs = words.match(PLAIN_RUN) ?? [];
  const longest = runs.reduce((best, run) => (run.trim().length > best.length ? run.trim() : best), '');
  const held = longest.length <= MAX_ARTICLE_QUOTE ? longest : cutQuote(longest);
  if (held.length < MIN_ARTICLE_QUOTE || hasMarks(held)) return null;
  return {
    mark: { kind: 'article', articleId: source.articleId, quote: held },
    quote: held,
    speaker: null,
    segments: [],
  };
}

/** As much of a long text as fits into a mark, cut between words where it has spaces. */
function cutQuote(text: string): string {
  const words = text
    .slice(0, MAX_ARTICLE_QUOTE + 1)
    .replace(/\S*$/u, '')
    .trim();
  if (words.length >= MIN_ARTICLE_QUOTE) return words;
  return text.slice(0, MAX_ARTICLE_QUOTE).replace(/[\ud800-\udbff]$/, '');
}

function toCitation(
  source: IndexedTranscript,
  { startMs, speaker, segments }: Located,
  quote: string | null,
): Citation {
  return {
    mark: { kind: 'moment', seconds: Math.floor(startMs / 1000), transcriptId: source.transcriptId },
    quote,
    speaker,
    segments: segments.map(({ id, revision }) => ({ id, revision })),
  };
}

function withoutRepeats(citations: readonly Citation[]): Citation[] {
  const byMark = new Map<string, Citation>();
  for (const citation of citations) {
    const written = writeMark(citation.mark);
    if (!byMark.has(written)) byMark.set(written, citation);
  }
  return [...byMark.values()];
}

// A placeholder for a mark until all other text is final; removed from all text that comes from outside.
const PLACE_OF_MARK = '\uE000';

/**
 * Joins the texts before they are settled and neutralized, so that two harmless halves cannot form a mark or a quotation
 * together. Only then are the marks written.
 */
function assemble(index: SourceIndex, parts: readonly (string | Mark)[]): string {
  const marks = parts.filter((part) => typeof part !== 'string');
  const joined = parts.map((part) => (typeof part === 'string' ? part : PLACE_OF_MARK)).join('');
  let next = 0;
  return settle(index, joined)
    .replaceAll(PLACE_OF_MARK, () => {
      const mark = marks[next++];
      return mark ? writeMark(mark) : '';
    })
    .trim();
}

/**
 * Removes marks and invented quotations. Removing quotation marks or brackets can create another quotation or mark from the
 * remaining text, so this repeats until nothing changes.
 */
function settle(index: SourceIndex, text: string): string {
  let settled = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = neutralizeMarks(settleQuotations(index, settled));
    if (next === settled) return settled;
    settled = next;
  }
  return neutralizeMarks(settled.replaceAll(/["“”„«»「」『』]/g, ''));
}

/** Gives every quotation the source's exact wording, and removes the quotation marks from quotations that no source contains. */
function settleQuotations(index: SourceIndex, text: string): string {
  return text.replaceAll(QUOTATION, (quotation: string, ...groups: (string | undefined)[]) => {
    const inner = groups.slice(0, 5).find((group) => group !== undefined) ?? '';
    const claimed = inner.replaceAll(PLACE_OF_MARK, '').trim();
    if (splitTerms(claimed).length < WORDS_OF_A_QUOTATION) return quotation;
    // American punctuation puts the comma of the surrounding sentence before the closing quotation mark.
    const ending = /[,.;:!?…]*$/.exec(claimed)?.[0] ?? '';
    const said =
      sourceWords(index, claimed) ?? sourceWords(index, claimed.slice(0, claimed.length - ending.length));
    if (said === null) return inner;
    const marks = inner.replaceAll(new RegExp(`[^${PLACE_OF_MARK}]`, 'g'), '');
    return `“${said}”${/[,.;:!?…]$/.test(said) ? '' : ending}${marks}`;
  });
}

function sourceWords(index: SourceIndex, quote: string): string | null {
  return findAnywhere(index, quote)?.quote ?? null;
}

/** Cites the first source that contains the words. */
function findAnywhere(index: SourceIndex, quote: string): Citation | null {
  for (const source of index.sources) {
    const citation = checkQuote(source, quote, undefined);
    if (citation?.quote) return citation;
  }
  return null;
}
