import { type ReadableSource, readableOf } from './readable.ts';

/**
 * The transcript as Markdown (CommonMark): the title as heading, a line of facts, then each turn with bold speaker and time.
 * Whatever people wrote or said is escaped: it shows as it is and never becomes markup, a link or HTML.
 */
export function exportMarkdown(source: ReadableSource): string {
  const { title, facts, paragraphs } = readableOf(source);
  const blocks = paragraphs.flatMap(({ heading, text }) => [
    ...(heading ? [`**${escaped(heading.speaker)}** (${heading.time})`] : []),
    escapedParagraph(text),
  ]);
  return `${[`# ${escaped(title)}`, `*${escaped(facts)}*`, ...blocks].join('\n\n')}\n`;
}

function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_[\]~|$#]/g, '\\$&')
      // Addresses that GitHub's dialect makes into links by itself.
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}\\.`)
      .replaceAll('@', '\\@')
  );
}

/** What makes a list, a line or a heading of the line before only does so at its beginning. */
function escapedParagraph(text: string): string {
  return escaped(text)
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
