import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import type { FoundText } from './found-text.ts';
import { readText } from './text.ts';

const DOCUMENT = 'word/document.xml';
/** A day of speech is 3 MB of such XML. The archive of a bomb says less than it unpacks to, which fails as damaged. */
const MOST_XML_BYTES = 30_000_000;
/** Elements in elements, as deep as no program writes them. */
const MAX_DEPTH = 500;
/** What is not the text as it stands: deleted or moved away, fields' orders, and a second form of text boxes for old programs. */
const UNSEEN = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'mc:Fallback']);
/** How our own export writes a speaker (web/exports/docx-document.ts): 'Ann  0:12' in a style of its own. */
const OWN_SPEAKER = /^(.{1,100}?)\s{2,}((?:\d{1,3}:)?\d{1,3}:\d{2})$/;

/**
 * Reads a Word document (ECMA-376, WordprocessingML): its paragraphs as a text. Insertions are taken, deletions are not; comments, headers
 * and footnotes are left out; the cells of a table's row stand in one line, divided by tabs. Null for an archive without a document that can
 * be read; 'too large' for a document that would take too much.
 */
export function readDocx(bytes: Uint8Array): FoundText | 'too large' | null {
  let isTooLarge = false;
  let xml: Uint8Array | undefined;
  try {
    xml = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name !== DOCUMENT) return false;
        isTooLarge ||= originalSize > MOST_XML_BYTES;
        return !isTooLarge;
      },
    })[DOCUMENT];
  } catch {
    return null;
  }
  if (isTooLarge) return 'too large';
  if (!xml) return null;
  const document = new TextDecoder().decode(xml);
  // An archive can say less than it has: a text without its end is not taken for the whole.
  const found = /<\/[\w:]{1,40}>\s*$/.test(document.slice(-100)) ? linesOf(document) : null;
  if (!found) return null;
  const { lines, title } = found;
  return { ...readText(lines.join('\n')), format: 'docx', title };
}

interface Document {
  /** Paragraphs, with an empty line after each. */
  lines: string[];
  title: string | undefined;
}

/** Null for elements that are nested too deep, which the parser would take forever to follow. */
function linesOf(xml: string): Document | null {
  const lines: string[] = [];
  let title: string | undefined;
  let paragraph = '';
  let style = '';
  /** The cells of the row that is open; null outside tables. */
  let row: string[] | null = null;
  let unseen = 0;
  let isText = false;
  let isProperties = false;
  let isMarkDeleted = false;
  let depth = 0;

  function endParagraph(): void {
    // A deleted mark joins two paragraphs.
    if (isMarkDeleted) {
      paragraph += ' ';
      return;
    }
    const own = style === 'Speaker' ? OWN_SPEAKER.exec(paragraph) : null;
    const text = own ? `${own[1]} (${own[2]})` : paragraph;
    if (style === 'Title') title ??= text;
    if (row) row.push(text.replace(/\s+/g, ' ').trim());
    else lines.push(text, '');
    paragraph = '';
  }

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > MAX_DEPTH) parser.pause();
        if (name === 'w:del' && isProperties) isMarkDeleted = true;
        else if (UNSEEN.has(name)) unseen += 1;
        else if (name === 'w:p') {
          style = '';
          isMarkDeleted = false;
        } else if (name === 'w:pPr') isProperties = true;
        else if (name === 'w:pStyle') style = attributes['w:val'] ?? '';
        else if (name === 'w:tr') row = [];
        else if (unseen > 0) return;
        else if (name === 'w:t') isText = true;
        else if (name === 'w:tab' && !isProperties) paragraph += '\t';
        else if (name === 'w:br' || name === 'w:cr') paragraph += '\n';
        else if (name === 'w:noBreakHyphen') paragraph += '-';
      },
      ontext: (text) => {
        if (isText) paragraph += text;
      },
      onclosetag: (name) => {
        depth -= 1;
        if (name === 'w:t') isText = false;
        else if (name === 'w:pPr') isProperties = false;
        else if (name === 'w:p') endParagraph();
        else if (name === 'w:tr' && row) {
          lines.push(row.filter((cell) => cell !== '').join('\t'), '');
          row = null;
        } else if (UNSEEN.has(name) && !(name === 'w:del' && isProperties)) unseen -= 1;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  if (depth > MAX_DEPTH) return null;
  parser.end();
  return { lines, title: title?.trim() || undefined };
}
