import { cleanLine } from './article-text.ts';
import { WRITTEN_WITHOUT_SPACES } from './tokens.ts';

/** A line of a page as it is drawn, in points from the lower left corner of the page. */
export interface PdfLine {
  text: string;
  left: number;
  right: number;
  y: number;
  /** The font size of its largest letters. */
  size: number;
}
/** The lines of a page in the order in which they are drawn. */
export type PdfPage = readonly PdfLine[];

/** How many lines at the top and at the bottom of a page, up to the first gap, may be headers or footers. */
const EDGE_LINES = 3;
/** Lines up to this length still count as repeated if only their numbers differ: 'Page 3 of 12'. */
const NUMBERED_LENGTH = 40;
const FEWEST_PAGES = 3;
/** The share of pages on which a header repeats: less than half, because left and right pages may have different ones. */
const REPEATED_ON = 0.4;
/** If more than this share of the text would count as headers and footers, none of it does. */
const MAX_REPEATED = 0.5;
/** The distance between two lines as a multiple of the font size. */
const USUAL_SPACING = 1.25;
const FEWEST_GAPS = 4;
const MAX_TITLE_LINES = 4;
const SENTENCE_END = /[.!?:;…。！？؟।][)\]"'”’»\d]*$/u;
const LIST_ITEM = /^(?:[•▪●◦‣·–—*]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S/iu;

/** Joins the lines of a document into paragraphs, without headers, footers and page numbers. */
export function joinPages(pages: readonly PdfPage[]): string[] {
  const bodies = dropRepeated(pages.map(cleanPage));
  const keepsHyphen = hyphenatedWords(bodies);
  const usual = usualSpacing(bodies);
  const paragraphs: Paragraph[] = [];
  let previous: { line: PdfLine; page: Page } | undefined;
  for (const lines of bodies) {
    const right = lines.reduce((most, line) => Math.max(most, line.right), Number.NEGATIVE_INFINITY);
    const page = { spacing: spacingOf(lines) ?? usual, right };
    for (const line of lines) {
      const last = paragraphs.at(-1);
      if (!last || !previous || beginsParagraph(previous, { line, page })) {
        paragraphs.push({ begun: [], end: line.text });
      } else {
        const joined = joinLines(last.end, line.text, keepsHyphen);
        last.begun.push(joined.slice(0, -LONGEST_END));
        last.end = joined.slice(-LONGEST_END);
      }
      previous = { line, page };
    }
  }
  return paragraphs.map(({ begun, end }) => begun.join('') + end);
}

/** What is read of a paragraph so far; only its end decides how the next line continues it. */
interface Paragraph {
  begun: string[];
  end: string;
}

/** Longer than the words that are broken at the end of a line. */
const LONGEST_END = 200;

/** The text in the largest letters in the upper part of the first page, and the line after it; null if all letters are the same size. */
export function titleOf(pages: readonly PdfPage[]): { title: string; next: string | null } | null {
  const lines = cleanPage(pages[0] ?? []);
  const head = lines.slice(0, 15);
  const usual = median(pages.slice(0, 5).flatMap((page) => page.map(({ size }) => size)));
  const largest = Math.max(...head.map(({ size }) => size));
  if (!(largest > usual * 1.15)) return null;
  const from = head.findIndex(({ size }) => size > largest * 0.95);
  const rest = head.slice(from).findIndex(({ size }) => size <= largest * 0.95);
  const count = Math.min(rest < 0 ? head.length : rest, MAX_TITLE_LINES);
  const title = head
    .slice(from, from + count)
    .map(({ text }) => text)
    .reduce((before, text) => joinLines(before, text, new Set()), '')
    .trim();
  return /\p{L}{2}/u.test(title) ? { title, next: lines[from + count]?.text ?? null } : null;
}

interface Page {
  /** The distance between two lines of a paragraph, in points. */
  spacing: number;
  right: number;
}

function cleanPage(page: PdfPage): PdfLine[] {
  // A soft hyphen is a hyphen at the end of a line and nothing anywhere else.
  return page.flatMap((line) => {
    const text = cleanLine(line.text.replace(/\u00ad\s*$/, '-'));
    return text === '' ? [] : { ...line, text };
  });
}

function dropRepeated(pages: PdfLine[][]): PdfLine[][] {
  if (pages.length < FEWEST_PAGES) return pages;
  const edges = pages.map(edgeLines);
  const counts = new Map<string, number>();
  for (const lines of edges) {
    for (const key of new Set([...lines].map(edgeKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const enough = Math.max(FEWEST_PAGES, pages.length * REPEATED_ON);
  const kept = pages.map((lines, index) =>
    lines.filter((line) => !edges[index]?.has(line) || (counts.get(edgeKey(line)) ?? 0) < enough),
  );
  return lengthOf(kept) < lengthOf(pages) * (1 - MAX_REPEATED) ? pages : kept;
}

function lengthOf(pages: readonly PdfPage[]): number {
  return pages.flat().reduce((sum, { text }) => sum + text.length, 0);
}

function edgeLines(lines: readonly PdfLine[]): Set<PdfLine> {
  const fromTop = lines.toSorted((a, b) => b.y - a.y);
  return new Set([...firstBlock(fromTop), ...firstBlock(fromTop.toReversed())]);
}

/** The outermost lines up to the first gap. */
function firstBlock(lines: readonly PdfLine[]): PdfLine[] {
  const gap = lines.findIndex((line, index) => {
    const before = lines[index - 1];
    return before !== undefined && Math.abs(line.y - before.y) > 1.4 * USUAL_SPACING * line.size;
  });
  return lines.slice(0, gap < 0 ? EDGE_LINES : Math.min(gap, EDGE_LINES));
}

/** A key that is the same for short lines that differ only in their numbers. */
function edgeKey({ text }: PdfLine): string {
  const key = text.length <= NUMBERED_LENGTH ? text.replaceAll(/\d+/g, '#') : text;
  return key.toLowerCase();
}

function gapsOf(lines: PdfPage): number[] {
  return lines.slice(1).flatMap((line, index) => {
    const gap = (lines[index]?.y ?? 0) - line.y;
    return gap > 0 && gap < 4 * line.size ? gap : [];
  });
}

function spacingOf(lines: PdfPage): number | undefined {
  const gaps = gapsOf(lines);
  return gaps.length < FEWEST_GAPS ? undefined : median(gaps);
}

/** The usual line spacing of a document, for pages with too few lines to measure their own. */
function usualSpacing(pages: readonly PdfPage[]): number {
  const gaps = pages.flatMap(gapsOf);
  if (gaps.length >= FEWEST_GAPS) return median(gaps);
  return USUAL_SPACING * median(pages.flatMap((page) => page.map(({ size }) => size)));
}

interface Placed {
  line: PdfLine;
  page: Page;
}

function beginsParagraph(before: Placed, after: Placed): boolean {
  const { line, page } = after;
  const gap = before.line.y - line.y;
  if (LIST_ITEM.test(line.text)) return true;
  if (Math.abs(line.size - before.line.size) > 0.15 * before.line.size) return true;
  // At the next column or page, a line that ends like a sentence ends its paragraph.
  if (before.page !== page || gap < -0.5 * line.size) {
    return SENTENCE_END.test(before.line.text) || /^\p{Lu}/u.test(line.text);
  }
  if (gap > 1.4 * page.spacing && gap > line.size) return true;
  if (!SENTENCE_END.test(before.line.text)) return false;
  const isIndented = line.left > before.line.left + 0.8 * line.size;
  const endsShort = before.line.right < page.right - 0.15 * (page.right - before.line.left);
  return isIndented || endsShort;
}

/** Words that have their hyphen in the middle of some line; they keep it at the end of a line, too. */
function hyphenatedWords(pages: readonly PdfPage[]): Set<string> {
  const words = new Set<string>();
  for (const page of pages) {
    for (const { text } of page) {
      for (const [word] of text.matchAll(/(?<!\p{L})\p{L}+(?:[-‐]\p{L}+)+/gu)) words.add(word.toLowerCase());
    }
  }
  return words;
}

function joinLines(before: string, after: string, keepsHyphen: ReadonlySet<string>): string {
  if (before === '') return after;
  const broken = /(?<!\p{L})\p{L}+(?=[-‐]$)/u.exec(before)?.[0];
  const rest = /^\p{Ll}\p{L}*/u.exec(after)?.[0];
  if (broken !== undefined && rest !== undefined) {
    const isWritten = keepsHyphen.has(`${broken}-${rest}`.toLowerCase());
    return isWritten ? before + after : before.slice(0, -1) + after;
  }
  if (/[\p{L}\d][-‐/–—]$/u.test(before) && /^[\p{L}\d]/u.test(after)) return before + after;
  const isUnspaced =
    WRITTEN_WITHOUT_SPACES.test(before.slice(-1)) && WRITTEN_WITHOUT_SPACES.test(after.charAt(0));
  return isUnspaced ? before + after : `${before} ${after}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
