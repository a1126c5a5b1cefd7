import { constants, deflateRawSync } from 'node:zlib';

type Line = string | { text: string; size: number };

/** A PDF whose pages have these lines, in Helvetica; `padding` adds this many unused bytes. */
export function makePdf(
  pages: readonly (readonly Line[])[],
  { info = {}, padding = 0 }: { info?: Record<string, string>; padding?: number } = {},
): Buffer {
  return assemble(
    pages.map((lines) => stream(Buffer.from(drawn(lines), 'latin1'))),
    { info, padding },
  );
}

/** Text at a place of a page, in points from its lower left corner, its characters from left to right as they are drawn. */
export interface Drawn {
  text: string;
  x: number;
  y: number;
}

const LETTER_WIDTH = 0.5;
const LETTER_SIZE = 12;

/** How far a text reaches on a page of `makeDrawnPdf`, in points. */
export function widthOf(text: string): number {
  return text.length * LETTER_WIDTH * LETTER_SIZE;
}

/** A PDF whose pages have these texts, in any script. Its font has a glyph table (ToUnicode) unless `hasGlyphTable` is false. */
export function makeDrawnPdf(
  pages: readonly (readonly Drawn[])[],
  { hasGlyphTable = true }: { hasGlyphTable?: boolean } = {},
): Buffer {
  const hex = (text: string) =>
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  const codes = [...new Set(pages.flat().flatMap(({ text }) => hex(text)))].map(
    (code) => `<${code}> <${code}>`,
  );
  const map = [
    'begincmap /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...Array.from({ length: Math.ceil(codes.length / 100) }, (_, at) =>
      codes.slice(100 * at, 100 * at + 100),
    ).map((some) => `${some.length} beginbfchar ${some.join(' ')} endbfchar`),
    'endcmap',
  ].join('\n');
  const contents = pages.map((page) =>
    page
      .map(({ text, x, y }) => `BT /F1 ${LETTER_SIZE} Tf 1 0 0 1 ${x} ${y} Tm <${hex(text).join('')}> Tj ET`)
      .join('\n'),
  );
  const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW ${1000 * LETTER_WIDTH} >>`;
  const table = (map: number) => (hasGlyphTable ? `/ToUnicode ${map} 0 R` : '');
  return assemble(
    contents.map((content) => stream(Buffer.from(content))),
    {
      info: {},
      padding: 0,
      font: (map) =>
        `<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [${descendant}] ${table(map)} >>`,
      glyphTable: stream(Buffer.from(map)),
    },
  );
}

/** A page whose content is this many megabytes of spaces, compressed to a thousandth. */
export function makePdfBomb(megabytes: number): Buffer {
  // Pieces that end with a full flush are independent, so one piece can be repeated.
  const piece = deflateRawSync(Buffer.alloc(1 << 20, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([0x03, 0x00, 0, 0, 0, 0]);
  const packed = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(megabytes).fill(piece), end]);
  return assemble([stream(packed, '/Filter /FlateDecode')], { info: {}, padding: 0 });
}

function drawn(lines: readonly Line[]): string {
  let y = 780;
  return lines
    .map((line) => {
      const { text, size } = typeof line === 'string' ? { text: line, size: 11 } : line;
      y -= size * 1.25;
      return text === '' ? '' : `BT /F1 ${size} Tf 60 ${y.toFixed(1)} Td (${escaped(text)}) Tj ET`;
    })
    .join('\n');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, '\\$&');
}

function stream(bytes: Buffer, entries = ''): Buffer {
  const head = `<< /Length ${bytes.length} ${entries} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]);
}

function assemble(
  contents: readonly Buffer[],
  {
    info,
    padding,
    font = () => '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    glyphTable,
  }: {
    info: Record<string, string>;
    padding: number;
    /** Given the number of the object that is the glyph table. */
    font?: (glyphTable: number) => string;
    glyphTable?: Buffer;
  },
): Buffer {
  const FIRST_PAGE = 6;
  const kids = contents.map((_, index) => `${FIRST_PAGE + 2 * index} 0 R`).join(' ');
  const facts = Object.entries(info).map(([name, value]) => `/${name} (${escaped(value)})`);
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`),
    Buffer.from(font(FIRST_PAGE + 2 * contents.length)),
    Buffer.from(`<< ${facts.join(' ')} >>`),
    stream(Buffer.alloc(padding, 'x')),
    ...contents.flatMap((content, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${FIRST_PAGE + 1 + 2 * index} 0 R >>`,
      ),
      content,
    ]),
    ...(glyphTable ? [glyphTable] : []),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  let at = 9;
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
    return at - part.length;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** This many pages of text, each with a header and a page number. */
export function longPdf(pages: number): Buffer {
  return makePdf(
    Array.from({ length: pages }, (_, page) => [
      'The Journal of Depth',
      '',
      '',
      ...Array.from(
        { length: 40 },
        (_, line) =>
          `On page ${page + 1} line ${line} says in about eighty characters what there is to be said, and`,
      ),
      '',
      '',
      `${page + 1}`,
    ]),
    { info: { Title: 'A Long Work', Author: 'Ann Author' } },
  );
}
