import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

export type MarkdownTree = ReturnType<typeof fromMarkdown>;
/** Anything in it: blocks and what stands in a line. */
export type MarkdownNode = MarkdownTree['children'][number];

/**
 * What answers have no use for is not read at all, and stays the text that it is: HTML, addresses that are links by
 * themselves, links that are defined elsewhere, code by indentation.
 */
const NOT_READ = ['htmlFlow', 'htmlText', 'autolink', 'definition', 'codeIndented'];
const EXTENSIONS = [gfmTable(), { disable: { null: NOT_READ } }];
const TO_TREE = [gfmTableFromMarkdown()];

/** Markdown as a tree; null for what would take long to read, which no answer looks like that means well. */
export function readMarkdown(text: string): MarkdownTree | null {
  if (isTangled(text)) return null;
  return fromMarkdown(text, { extensions: EXTENSIONS, mdastExtensions: TO_TREE });
}

// These take time that grows with their square: 20,000 characters of '1. 1. 1. ' or of '*a_*a_' take seconds.
const DEEP_IN_A_LINE = /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*){12}/m;
const DEEP_BY_INDENT = /^[ \t]{40}[ \t]*(?:[-+*>]|\d{1,9}[.)])/m;
const MAX_LINES = 1500;
const DELIMITER = /[*_`|[\]]/g;
const MAX_DELIMITERS_PER_BLOCK = 1000;
const MAX_DELIMITERS = 3000;

function isTangled(text: string): boolean {
  if (DEEP_IN_A_LINE.test(text) || DEEP_BY_INDENT.test(text)) return true;
  if (text.split('\n').length > MAX_LINES) return true;
  const counts = text.split(/\n[ \t]*\n/).map((block) => block.match(DELIMITER)?.length ?? 0);
  return (
    Math.max(...counts) > MAX_DELIMITERS_PER_BLOCK ||
    counts.reduce((sum, count) => sum + count) > MAX_DELIMITERS
  );
}
