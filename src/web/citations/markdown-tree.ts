import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

export type MarkdownTree = ReturnType<typeof fromMarkdown>;
/** Any node of it, block or inline. */
export type MarkdownNode = MarkdownTree['children'][number];

/**
 * Syntax that answers do not need, and that therefore stays plain text: HTML, bare addresses as links, link definitions,
 * code by indentation.
 */
const NOT_READ = ['htmlFlow', 'htmlText', 'autolink', 'definition', 'codeIndented'];
const EXTENSIONS = [gfmTable(), { disable: { null: NOT_READ } }];
const TO_TREE = [gfmTableFromMarkdown()];

/** Parses Markdown into a tree. Returns null for text that would take long to parse, which no honest answer contains. */
export function readMarkdown(text: string): MarkdownTree | null {
  if (isTangled(text)) return null;
  return fromMarkdown(text, { extensions: EXTENSIONS, mdastExtensions: TO_TREE });
}

// Parsing these takes quadratic time: 20,000 characters of '1. 1. 1. ' or of '*a_*a_' take seconds.
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
