import { formatMoment, neutralizeMarks } from './citation-marks.ts';
import { type Citation, checkDraft, checkReference, type Draft, type Reference } from './citations.ts';
import type { SourceIndex } from './source-index.ts';

/** A summary as a provider has written it, not yet checked. */
export interface SummaryDraft {
  quickSummary: Draft;
  keyPoints: readonly Draft[];
  mainTopics: readonly string[];
  actionableInsights: readonly Draft[];
  importantQuotes: readonly (Reference & { quote: string })[];
  /** One draft for each paragraph. */
  detailedSummary: readonly Draft[];
  tags: readonly string[];
}

/** A final summary, in which every mark and every quote has been checked. Duration and word count are added elsewhere. */
export interface CheckedSummary {
  quickSummary: string;
  keyPoints: string[];
  mainTopics: string[];
  actionableInsights: string[];
  importantQuotes: CheckedQuote[];
  /** Paragraphs separated by a blank line. */
  detailedSummary: string;
  tags: string[];
  /** The citations of all marks and quotes; they show whether the source has been edited since. */
  citations: Citation[];
}

export interface CheckedQuote {
  /** Verbatim in the transcript. */
  text: string;
  /** The name given in the source. */
  speaker: string;
  /** 'm:ss' of the start of the segment in which it begins; minutes may exceed 59. */
  timestamp: string;
}

const MAX_POINTS = 12;
const MAX_TOPICS = 10;
const MAX_QUOTES = 8;
const LONGEST_TOPIC = 80;
const LONGEST_TAG = 40;

/**
 * Turns a draft into the summary that is shown; no other code does. Checks each text with `checkDraft` and each quote with
 * `checkReference`, drops empty texts and quotes that no source contains, and limits the number of points, topics and quotes.
 */
export function checkSummary(index: SourceIndex, draft: SummaryDraft): CheckedSummary {
  const citations: Citation[] = [];
  const text = (part: Draft) => {
    const checked = checkDraft(index, part);
    citations.push(...checked.citations);
    return checked.text;
  };
  const texts = (parts: readonly Draft[]) => parts.map(text).filter((each) => each !== '');
  return {
    quickSummary: text(draft.quickSummary),
    keyPoints: texts(draft.keyPoints.slice(0, MAX_POINTS)),
    mainTopics: labels(draft.mainTopics, LONGEST_TOPIC),
    actionableInsights: texts(draft.actionableInsights.slice(0, MAX_POINTS)),
    importantQuotes: checkQuotes(index, draft.importantQuotes, citations),
    detailedSummary: texts(draft.detailedSummary).join('\n\n'),
    tags: labels(draft.tags, LONGEST_TAG),
    citations,
  };
}

function checkQuotes(
  index: SourceIndex,
  quotes: SummaryDraft['importantQuotes'],
  citations: Citation[],
): CheckedQuote[] {
  const checked = new Map<string, CheckedQuote>();
  for (const reference of quotes) {
    const citation = checkReference(index, reference);
    if (citation?.mark.kind !== 'moment' || citation.quote === null || checked.has(citation.quote)) continue;
    checked.set(citation.quote, {
      text: citation.quote,
      speaker: citation.speaker ?? '',
      timestamp: formatMoment(citation.mark.seconds),
    });
    citations.push(citation);
    if (checked.size === MAX_QUOTES) break;
  }
  return [...checked.values()];
}

function labels(texts: readonly string[], longest: number): string[] {
  const clean = texts
    .map((text) => neutralizeMarks(text).replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && text.length <= longest);
  return [...new Map(clean.map((text) => [text.toLowerCase(), text])).values()].slice(0, MAX_TOPICS);
}
