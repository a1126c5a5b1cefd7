import { getDocumentProxy } from 'unpdf';
import { MAX_ARTICLE_LENGTH, MAX_PDF_PAGES } from '#contract/limits.ts';
import { cleanLine, makeArticleText } from '#domain/article-text.ts';
import { joinPages, type PdfLine, titleOf } from '#domain/pdf-text.ts';
import { type DrawnPart, isMostlyRightToLeft, readLine } from '#domain/reading-order.ts';
import { authorOf, shortLine } from './page-facts.ts';
import type { PdfReply } from './pdf-protocol.ts';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Refusal = Extract<PdfReply, { kind: 'refused' }>;

/** A document with less text per page than this on average is scanned. */
const FEWEST_CHARACTERS = 50;
const FEWEST_A_PAGE = 2;
/** Includes the headers and footers, which are not kept. */
const MAX_READ_CHARACTERS = MAX_ARTICLE_LENGTH * 2;
/** How far in front of its type the number of an object may stand. */
const FAR = 2000;
/** What is left of a text whose fonts do not say which letters they show; its spaces alone are more than this share. */
const UNNAMED = /[\p{Cc}\p{Co}\p{Cn}]/gu;
const MOST_UNNAMED = 0.1;
const NO_AUTHOR = /^(?:unknown|user|admin(?:istrator)?|author|owner|root|microsoft.*|.*@.*)$/i;

/**
 * Reads the text and the metadata of a PDF. Runs in a separate process, because a file may take any amount of time and memory.
 */
export async function readPdf(bytes: Uint8Array, onPage: () => void): Promise<PdfReply> {
  try {
    const document = await getDocumentProxy(withTrailer(bytes), { verbosity: 0, useSystemFonts: false });
    if (document.numPages > MAX_PDF_PAGES) return refused('pdf_too_long', `${document.numPages} pages`);
    const read = await readPages(document, onPage);
    if (!read) return refused('pdf_too_much_text', `more than ${MAX_READ_CHARACTERS} characters`);
    const { pages, characters, unnamed } = read;
    if (unnamed > characters * MOST_UNNAMED) {
      return refused('pdf_fonts_unnamed', `${unnamed} of ${characters} characters are none`);
    }
    const text = makeArticleText(joinPages(pages), MAX_ARTICLE_LENGTH);
    if (!text) return refused('pdf_too_much_text', `more than ${MAX_ARTICLE_LENGTH} characters`);
    if (text.content.length < Math.max(FEWEST_CHARACTERS, FEWEST_A_PAGE * document.numPages)) {
      return refused('pdf_scanned', `${text.content.length} characters on ${document.numPages} pages`);
    }
    const facts = await factsOf(document, pages);
    const excerpt = shortLine(text.content);
    return { kind: 'read', article: { ...facts, pageCount: document.numPages, excerpt, text } };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    return refused(name === 'PasswordException' ? 'pdf_encrypted' : 'pdf_unreadable', String(error));
  }
}

function refused(code: Refusal['code'], message: string): Refusal {
  return { kind: 'refused', code, message };
}

/** The trailer names the object from which all others are found. A file that was cut off lacks it, but often has that object. */
function withTrailer(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (/\/Root\s{1,9}\d/.test(file)) return bytes;
  // The last one is the newest.
  const type = file.lastIndexOf('/Catalog');
  const before = file.slice(Math.max(0, type - FAR), Math.max(0, type));
  const object = [...before.matchAll(/(?:^|\s)(\d{1,10} \d{1,5}) obj\b/g)].at(-1)?.[1];
  if (object === undefined) return bytes;
  const trailer = Buffer.from(`\ntrailer\n<< /Root ${object} R >>\nstartxref\n0\n%%EOF\n`);
  return new Uint8Array(Buffer.concat([bytes, trailer]));
}

interface ReadPages {
  pages: PdfLine[][];
  characters: number;
  /** Of the characters, those that are none: controls, and codes that nothing is assigned to. */
  unnamed: number;
}

/** The lines of all pages; undefined if there is more text than anybody writes. */
async function readPages(document: Document, onPage: () => void): Promise<ReadPages | undefined> {
  const pages: PdfLine[][] = [];
  let characters = 0;
  let unnamed = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const lines = await readLines(page);
    for (const { text } of lines) {
      characters += text.length;
      unnamed += text.match(UNNAMED)?.length ?? 0;
    }
    if (characters > MAX_READ_CHARACTERS) return undefined;
    pages.push(lines);
    page.cleanup();
    onPage();
  }
  return { pages, characters, unnamed };
}

type Page = Awaited<ReturnType<Document['getPage']>>;

/** A line of which each part is known; only its reading order is not. */
interface DrawnLine extends PdfLine {
  parts: DrawnPart[];
}

/** The lines of a page. It is streamed, so that a page of unbounded length is never held in memory. */
async function readLines(page: Page): Promise<PdfLine[]> {
  const lines: DrawnLine[] = [];
  let open: DrawnLine | undefined;
  let characters = 0;
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (!('str' in item)) continue;
      const [, , c = 0, d = 0, left = 0, y = 0] = item.transform as number[];
      characters += item.str.length;
      if (item.str !== '') {
        const right = left + item.width;
        open ??= { text: '', left, right: left, y, size: 0, parts: [] };
        open.parts.push({ text: item.str, left, right, isRightToLeft: item.dir === 'rtl' });
        open.right = Math.max(open.right, right);
        open.size = Math.max(open.size, item.str.trim() === '' ? 0 : Math.hypot(c, d));
      }
      if (item.hasEOL && open) {
        lines.push(open);
        open = undefined;
      }
    }
    if (characters > MAX_READ_CHARACTERS) break;
  }
  if (open) lines.push(open);
  await reader.cancel().catch(() => undefined);
  return inReadingOrder(lines);
}

/** The lines of a page as they are read; those of a page from right to left are mirrored, so that each begins at its left. */
function inReadingOrder(lines: readonly DrawnLine[]): PdfLine[] {
  const isRightToLeft = isMostlyRightToLeft(lines.flatMap(({ parts }) => parts.map(({ text }) => text)));
  return lines.map(({ parts, left, right, y, size }) => {
    const text = readLine(parts, isRightToLeft);
    if (!isRightToLeft) return { text, left, right, y, size };
    const leftmost = parts.reduce((least, part) => Math.min(least, part.left), left);
    return { text, left: -right, right: -leftmost, y, size };
  });
}

async function factsOf(document: Document, pages: readonly PdfLine[][]) {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const { Title, Author } = info as Record<string, unknown>;
  const said = typeof Title === 'string' ? cleanLine(Title) : '';
  const shown = titleOf(pages);
  const writer = authorOf(typeof Author === 'string' ? Author : '');
  const below = /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor)\s+\p{Lu}/u.test(shown?.next ?? '')
    ? authorOf(shown?.next)
    : null;
  return {
    titles: { stated: shortLine(said) ?? '', heading: shortLine(shown?.title) },
    author: writer !== null && !NO_AUTHOR.test(writer) ? writer : below,
  };
}
