import { cleanLine } from './article-text.ts';
import { WRITTEN_WITHOUT_SPACES } from './tokens.ts';

/** A line of a page as it is drawn, in points from the lower left corner. */
export interface PdfLine {
  text: string;
  left: number;
  right: number;
  y: number;
  /** Of its largest letters. */
  size: number;
}
/** The lines of a page in the order in which they are drawn. */
export type PdfPage = readonly PdfLine[];

/** Lines at the upper and the lower edge of a page, up to the first gap, among which headers and footers are looked for. */
const EDGE_LINES = 3;
/** Lines as short as this may differ by their number: 'Page 3 of 12'. */
const NUMBERED_LENGTH = 40;
const FEWEST_PAGES = 3;
/** Left and right pages may have headers of their own. */
const REPEATED_ON = 0.4;
/** More than this part of a text is never at the edges only. */
const MAX_REPEATED = 0.5;
/** From one line to the next, times the size of the letters. */
const USUAL_SPACING = 1.25;
const FEWEST_GAPS = 4;
const MAX_TITLE_LINES = 4;
const SENTENCE_END = /[.!?:;…。！？؟।][)\]"'”’»\d]*$/u;
const LIST_ITEM = /^(?:[•▪●◦‣·–—*]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S/iu;

/** The paragraphs of a document, without what stands at the edges of most pages: headers, footers, page numbers. */
export function joinPages(pages: readonly PdfPage[]): string[] {
  const bodies = dropRepeated(pages.map(cleanPage));
  const keepsHyphen = hyphenatedWords(bodies);
  const usual = usualSpacing(bodies);
  const paragraphs: string[] = [];
  let previous: { line: PdfLine; page: Page } | undefined;
  for (const lines of bodies) {
    const right = Math.max(...lines.map((line) => line.right));
    const page = { spacing: spacingOf(lines) ?? usual, right };
    for (const line of lines) {
      const last = paragraphs.length - 1;
      const before = paragraphs[last];
      if (before === undefined || !previous || beginsParagraph(previous, { line, page })) {
        paragraphs.push(line.text);
      } else {
        paragraphs[last] = joinLines(before, line.text, keepsHyphen);
      }
      previous = { line, page };
    }
  }
  return paragraphs;
}

/** What stands in the largest letters in the upper part of the first page; null where all are of one size. */
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
  /** Between two lines of a paragraph. */
  spacing: number;
  right: number;
}

function cleanPage(page: PdfPage): PdfLine[] {
  // A soft hyphen at the end of a line is a hyphen there, and nothing anywhere else.
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

/** The same for short lines that differ by their number only. */
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

/** For pages that have too few lines to tell. */
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
  // The next column or page: what ends like a sentence ended there.
  if (before.page !== page || gap < -0.5 * line.size) {
    return SENTENCE_END.test(before.line.text) || /^\p{Lu}/u.test(line.text);
  }
  if (gap > 1.4 * page.spacing && gap > line.size) return true;
  if (!SENTENCE_END.test(before.line.text)) return false;
  const isIndented = line.left > before.line.left + 0.8 * line.size;
  const endsShort = before.line.right < page.right - 0.15 * (page.right - before.line.left);
  return isIndented || endsShort;
}

/** Words that are written with a hyphen within a line somewhere keep it at the end of a line, too. */
function hyphenatedWords(pages: readonly PdfPage[]): Set<string> {
  const words = new Set<string>();
  for (const page of pages) {
    for (const { text } of page) {
      for (const [word] of text.matchAll(/\p{L}+(?:[-‐]\p{L}+)+/gu)) words.add(word.toLowerCase());
    }
  }
  return words;
}

function joinLines(before: string, after: string, keepsHyphen: ReadonlySet<string>): string {
  if (before === '') return after;
  const broken = /\p{L}+(?=[-‐]$)/u.exec(before)?.[0];
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
