import PDFDocument from 'pdfkit/js/pdfkit.standalone.js';
import { type FontKey, fontRuns } from '#domain/exports/font-runs.ts';
import type { ReadableDocument, ReadableParagraph } from '#domain/exports/readable.ts';
import { isUntold } from '#domain/languages.ts';
import { type Line, layOutParagraph, type Measure, type Run, type StyledText } from './pdf-layout.ts';
import { readBackwards, shaped } from './pdf-shaping.ts';
import { INK, QUIET, RULE, speakerInk } from './print-colors.ts';

/** Loads the bytes of a TrueType font; only Latin has a bold font. */
export type LoadFont = (font: FontKey | 'latin-bold') => Promise<Uint8Array>;

/** In points, 72 to the inch. */
const MARGIN = 60;
const FOOTER_Y = 40;
const SIZES = { title: 20, facts: 9.5, heading: 10, text: 10.5, footer: 8.5 };
/** The line height as a multiple of the font size, with room for Arabic and Thai marks. */
const LEADING = 1.5;
const BEFORE_HEADING = 9;
const AFTER_HEADING = 1;

/**
 * Returns the transcript as a PDF: title, facts, then each turn with its time and the speaker's name in color, and page
 * numbers. Loads only the fonts of scripts that occur in the text, and throws if one cannot be loaded.
 */
export async function makePdf(
  readable: ReadableDocument,
  loadFont: LoadFont,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: null,
    autoFirstPage: false,
    compress: true,
    pdfVersion: '1.7',
    lang: isUntold(readable.language) ? 'en' : (readable.language ?? 'en'),
    displayTitle: true,
    info: { Title: readable.title, Creator: 'Tapescript', Producer: 'Tapescript', CreationDate: new Date() },
  });
  const bytes = collect(pdf);
  const used = charactersByFont(readable);
  for (const font of ['latin-bold' as const, ...used.keys()]) pdf.registerFont(font, await loadFont(font));
  pdf.addPage();
  const press = { pdf, measure: createMeasure(pdf) };
  const note = [...used].every((each) => hasGlyphs(pdf, each)) ? null : MISSING_GLYPHS;
  const pages = paginate(blocksOf({ ...readable, note }, press), pdf.page.height - 2 * MARGIN);
  for (const [index, page] of pages.entries()) {
    if (index > 0) pdf.addPage();
    drawPage(press, page);
    drawFooter(press, `${index + 1} / ${pages.length}`);
  }
  if (used.has('arabic')) {
    const { _font: arabic } = pdf.font('arabic');
    arabic.unicode = readBackwards(arabic.unicode);
  }
  pdf.end();
  return bytes;
}

interface Press {
  pdf: PDFDocument;
  measure: Measure;
}

const MISSING_GLYPHS =
  'Some letters of this text have no shapes in the fonts of this file and show as boxes. Word and text files of it have them all.';

/** The fonts that a text needs, each with what it is to draw; always including Latin, for times and numbers. */
function charactersByFont({ title, facts, paragraphs }: ReadableDocument): Map<FontKey, Set<string>> {
  const used = new Map<FontKey, Set<string>>([['latin', new Set()]]);
  const add = (text: string) => {
    for (const { font, text: drawn } of fontRuns(text)) {
      const characters = used.get(font) ?? new Set();
      used.set(font, characters);
      for (const character of drawn) characters.add(character);
    }
  };
  add(title);
  add(facts);
  for (const { heading, text } of paragraphs) {
    if (heading) add(heading.speaker);
    add(text);
  }
  return used;
}

function hasGlyphs(pdf: PDFDocument, [font, characters]: [FontKey, ReadonlySet<string>]): boolean {
  const { font: file } = pdf.font(font)._font;
  return [...characters].every(
    (character) =>
      // Joiners and selectors, which nobody sees.
      /\p{Default_Ignorable_Code_Point}/u.test(character) ||
      file.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
}

/** Lines that belong together, and the space above them, in points. */
interface Block {
  lines: { line: Line; height: number }[];
  before: number;
  /** How many of its first lines must be on the same page. */
  kept: number;
  /** Whether a rule is drawn below it. */
  isRuled?: boolean;
}

function* blocksOf(
  { title, facts, note, paragraphs, language }: ReadableDocument & { note: string | null },
  { pdf, measure }: Press,
): Generator<Block> {
  const width = pdf.page.width - 2 * MARGIN;
  const linesOf = (parts: StyledText[], spoken: string | null = null) =>
    layOutParagraph(parts, { width, language: spoken }, measure).map((line) => ({
      line,
      height: heightOf(parts),
    }));
  const style = (text: string, size: number, color: string): StyledText => ({
    text,
    size,
    color,
    isBold: false,
  });
  yield { lines: linesOf([{ ...style(title, SIZES.title, INK), isBold: true }]), before: 0, kept: 1 };
  yield { lines: linesOf([style(facts, SIZES.facts, QUIET)]), before: 2, kept: 1, isRuled: true };
  if (note !== null) yield { lines: linesOf([style(note, SIZES.facts, QUIET)]), before: 2, kept: 1 };
  for (const { heading, text, isRemark } of paragraphs) {
    const body = linesOf([style(text, SIZES.text, INK)], isRemark ? null : language);
    const head = heading ? linesOf(headingParts(heading, body[0]?.line)) : [];
    const last = head.at(-1);
    if (last) last.height += AFTER_HEADING;
    yield { lines: [...head, ...body], before: BEFORE_HEADING, kept: head.length + 2 };
  }
}

/** The speaker and the time; direction marks make the line begin on the same side as the text below it, with the time after the name. */
function headingParts(
  { speaker, color, time }: NonNullable<ReadableParagraph['heading']>,
  first: Line | undefined,
): StyledText[] {
  const name = { text: speaker, size: SIZES.heading, color: speakerInk(color), isBold: true };
  const when = { text: `  ${time}`, size: SIZES.facts, color: QUIET, isBold: false };
  if (first?.direction !== 'rtl') return [name, when];
  return [
    { ...name, text: `\u200f${speaker}` },
    { ...when, text: `\u200f${when.text}` },
  ];
}

function heightOf(parts: readonly StyledText[]): number {
  return LEADING * Math.max(...parts.map(({ size }) => size));
}

interface Placed {
  line: Line;
  /** Points from the top margin to the line's bottom. */
  bottom: number;
  height: number;
  isRuled: boolean;
}

/** Distributes the lines over pages, keeping a heading with the first lines of its text. */
function paginate(blocks: Iterable<Block>, height: number): Placed[][] {
  let page: Placed[] = [];
  const pages = [page];
  let y = 0;
  const turn = () => {
    page = [];
    pages.push(page);
    y = 0;
  };
  for (const { lines, before, kept, isRuled = false } of blocks) {
    const least = lines.slice(0, kept).reduce((sum, line) => sum + line.height, 0);
    if (y > 0 && y + before + least > height) turn();
    if (y > 0) y += before;
    for (const [index, { line, height: lineHeight }] of lines.entries()) {
      if (y > 0 && y + lineHeight > height) turn();
      y += lineHeight;
      const isLast = index === lines.length - 1;
      page.push({ line, bottom: y, height: lineHeight, isRuled: isRuled && isLast });
      if (isRuled && isLast) y += 8;
    }
  }
  return pages;
}

function drawPage(press: Press, page: readonly Placed[]): void {
  const { pdf } = press;
  const right = pdf.page.width - MARGIN;
  for (const { line, bottom, height, isRuled } of page) {
    const baseline = MARGIN + bottom - height * 0.3;
    let x = line.direction === 'rtl' ? right - line.width : MARGIN;
    for (const run of line.runs) x += drawRun(press, run, { x, y: baseline });
    if (!isRuled) continue;
    const y = MARGIN + bottom + 5;
    pdf.strokeColor(`#${RULE}`).lineWidth(0.75).moveTo(MARGIN, y).lineTo(right, y).stroke();
  }
}

function drawFooter(press: Press, text: string): void {
  const { width, height } = press.pdf.page;
  const run: Run = { text, size: SIZES.footer, color: QUIET, isBold: false, font: 'latin', level: 0 };
  const x = (width - press.measure(run)) / 2;
  drawRun(press, run, { x, y: height - FOOTER_Y });
}

/** Draws a run with its baseline at a point, and returns its width. */
function drawRun({ pdf, measure }: Press, run: Run, { x, y }: { x: number; y: number }): number {
  const { text, options } = shaped(run);

  // Without a bold font, letters are drawn with an outline.
  const isOutlined = run.isBold && run.font !== 'latin' && run.font !== 'emoji';
  chooseFont(pdf, run).fontSize(run.size).fillColor(`#${run.color}`);
  if (isOutlined) pdf.strokeColor(`#${run.color}`).lineWidth(run.size / 35);
  const outline = isOutlined ? { fill: true, stroke: true } : {};
  pdf.text(text, x, y, { lineBreak: false, baseline: 'alphabetic', ...options, ...outline });
  return measure(run);
}

/** Measures each word only once, because words recur and shaping them takes most of the time. */
function createMeasure(pdf: PDFDocument): Measure {
  const widths = new Map<string, number>();
  return (run) => {
    const key = `${run.font} ${run.isBold} ${run.level % 2} ${run.text}`;
    let width = widths.get(key);
    if (width === undefined) {
      const { text, options } = shaped(run);
      chooseFont(pdf, run).fontSize(1);
      width = pdf.widthOfString(text, options);
      widths.set(key, width);
    }
    return width * run.size;
  };
}

function chooseFont(pdf: PDFDocument, { font, isBold }: Run): PDFDocument {
  return pdf.font(isBold && font === 'latin' ? 'latin-bold' : font);
}

function collect(pdf: PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    pdf.on('data', (chunk) => chunks.push(chunk));
    pdf.on('error', reject);
    pdf.on('end', () => {
      const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
      let at = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
      }
      resolve(bytes);
    });
  });
}
