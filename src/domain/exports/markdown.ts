import { withLeadingMark } from '../text-direction.ts';
import { type ReadableDocument, type ReadableSource, readableOf } from './readable.ts';

/**
 * The transcript as Markdown (CommonMark): the title as a heading, a line of facts, then each turn with speaker and time in bold.
 * All text from users and recordings is escaped, so that it never becomes markup, a link or HTML.
 */
export function exportMarkdown(source: ReadableSource): string {
  return markdownOf(readableOf(source));
}

/** A document that is laid out for reading as Markdown, escaped likewise. */
export function markdownOf({ title, facts, language, paragraphs }: ReadableDocument): string {
  const blocks = paragraphs.flatMap(({ heading, text, isRemark }) => [
    ...(heading ? [`**${escaped(heading.speaker)}** (${heading.time})`] : []),
    withLeadingMark(escapedParagraph(text), isRemark ? null : language),
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
      // GitHub's dialect turns bare addresses into links.
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}\\.`)
      .replaceAll('@', '\\@')
  );
}

/** Escapes the characters that are only special at the beginning of a line: lists, rules, and underlines of headings. */
function escapedParagraph(text: string): string {
  return escaped(text)
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
