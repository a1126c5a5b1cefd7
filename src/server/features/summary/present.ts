import type { Summary } from '#contract/summary.ts';
import { formatMoment } from '#domain/citation-marks.ts';
import type { Citation } from '#domain/citations.ts';
import type { CitedNow } from '../analysis/service.ts';
import type { ReadableTranscript } from '../transcripts/access.ts';
import type { SummaryRow } from './queries.ts';

/** With the speakers' current names; without speakers while they are hidden. */
export function presentSummary(row: SummaryRow, transcript: ReadableTranscript, cited: CitedNow): Summary {
  const { importantQuotes, ...texts } = row.content;
  return {
    ...texts,
    importantQuotes: importantQuotes.map((quote) => {
      const citation = row.citations.find((one) => isOf(one, quote));
      const speaker = transcript.showSpeakers ? (citation && cited.speakerOf(citation)) || quote.speaker : '';
      return { text: quote.text, timestamp: quote.timestamp, ...(speaker ? { speaker } : {}) };
    }),
    duration: transcript.durationMs === null ? null : transcript.durationMs / 1000,
    wordCount: transcript.wordCount ?? 0,
    provider: row.provider,
    createdAt: row.createdAt.toISOString(),
    outdated: row.version !== transcript.version || row.citations.some(cited.isOutdated),
  };
}

function isOf({ mark, quote }: Citation, { text, timestamp }: { text: string; timestamp: string }): boolean {
  return mark.kind === 'moment' && quote === text && formatMoment(mark.seconds) === timestamp;
}
