import type { Summary } from '#contract/summary.ts';
import { spellCitations } from '#web/citations/placeholders.ts';

/** The text of a summary for the clipboard, with its citations as times. */
export function summaryText(title: string, summary: Summary): string {
  const parts = [
    title,
    titled('Quick Summary', summary.quickSummary),
    titled('Key Points', bullets(summary.keyPoints)),
    titled('Main Topics', bullets(summary.mainTopics)),
    titled('Actionable Insights', bullets(summary.actionableInsights)),
    titled('Important Quotes', bullets(summary.importantQuotes.map(quoteLine))),
    titled('Detailed Summary', summary.detailedSummary),
    titled('Tags', summary.tags.join(', ')),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function titled(title: string, text: string): string {
  return text.trim() === '' ? '' : `${title}\n${spellCitations(text)}`;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function quoteLine({ text, speaker, timestamp }: Summary['importantQuotes'][number]): string {
  const origin = [speaker, timestamp].filter(Boolean).join(', ');
  return `“${text}”${origin && ` (${origin})`}`;
}
