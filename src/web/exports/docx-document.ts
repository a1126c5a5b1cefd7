import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  type IParagraphOptions,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from 'docx';
import { isRightToLeft, mainSubtag } from '#contract/languages.ts';
import type { ReadableDocument, ReadableParagraph } from '#domain/exports/readable.ts';
import { isUntold } from '#domain/languages.ts';
import { directionOf } from './bidi.ts';
import { INK, QUIET, RULE, speakerInk } from './print-colors.ts';

/** Fonts that come with Word for each kind of script; Word substitutes missing ones. */
const FONT = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial' };
/** Ideographs look different in each of these languages. */
const EAST_ASIAN_FONTS = {
  'zh-CN': 'Microsoft YaHei',
  'zh-TW': 'Microsoft JhengHei',
  'ja-JP': 'Yu Gothic',
  'ko-KR': 'Malgun Gothic',
} as const;

/** In half points. */
const SIZES = { title: 40, facts: 19, text: 22, speaker: 21 };

/** Returns the transcript as a Word document: title, facts, then each turn with its time and the speaker's name in color, and page numbers. */
export async function makeDocx(readable: ReadableDocument): Promise<ArrayBuffer> {
  const { title, facts, paragraphs, language } = readable;
  const document = new Document({
    title,
    creator: 'Tapescript',
    styles: styles(language),
    sections: [
      {
        footers: { default: new Footer({ children: [pageNumbers()] }) },
        children: [
          written(title, null, { heading: HeadingLevel.TITLE }),
          written(facts, null, { style: 'Facts' }),
          ...paragraphs.flatMap((paragraph) => turn(paragraph, language)),
        ],
      },
    ],
  });
  return Packer.toArrayBuffer(document);
}

function styles(language: string | null) {
  const tag = language === null || isUntold(language) ? 'en' : language;
  const eastAsia = eastAsianOf(tag);
  const run = { font: { ...FONT, eastAsia: EAST_ASIAN_FONTS[eastAsia] }, color: INK };
  return {
    default: {
      document: {
        run: {
          ...run,
          size: SIZES.text,
          sizeComplexScript: SIZES.text,
          language: { value: tag, eastAsia, ...(isRightToLeft(tag) ? { bidirectional: tag } : {}) },
        },
        paragraph: { spacing: { after: 120, line: 288 } },
      },
      title: {
        run: {
          ...run,
          size: SIZES.title,
          sizeComplexScript: SIZES.title,
          bold: true,
          boldComplexScript: true,
        },
        paragraph: { spacing: { after: 60 }, keepNext: true },
      },
    },
    paragraphStyles: [
      {
        id: 'Facts',
        name: 'Facts',
        basedOn: 'Normal',
        run: { color: QUIET, size: SIZES.facts, sizeComplexScript: SIZES.facts },
        paragraph: {
          spacing: { after: 240 },
          border: { bottom: { style: 'single' as const, size: 6, space: 6, color: RULE } },
        },
      },
      {
        id: 'Speaker',
        name: 'Speaker',
        basedOn: 'Normal',
        next: 'Normal',
        run: { size: SIZES.speaker, sizeComplexScript: SIZES.speaker },
        paragraph: { spacing: { before: 160, after: 20 }, keepNext: true },
      },
    ],
  };
}

/** The East Asian language by which Word chooses the glyphs of ideographs. */
function eastAsianOf(tag: string): keyof typeof EAST_ASIAN_FONTS {
  if (mainSubtag(tag) === 'ja') return 'ja-JP';
  if (mainSubtag(tag) === 'ko') return 'ko-KR';
  return /^yue\b|-(?:hant|tw|hk|mo)\b/i.test(tag) ? 'zh-TW' : 'zh-CN';
}

function turn({ heading, text, isRemark }: ReadableParagraph, language: string | null): Paragraph[] {
  const spoken = isRemark ? null : language;
  const body = written(text, spoken);
  if (!heading) return [body];
  const color = speakerInk(heading.color);
  const bidirectional = directionOf(text, spoken) === 'rtl';
  // The mark keeps the time after a name from left to right.
  const time = `${bidirectional ? '\u200f' : ''}  ${heading.time}`;
  const who = new Paragraph({
    style: 'Speaker',
    bidirectional,
    children: [
      ...runs(heading.speaker, { bold: true, boldComplexScript: true, color }),
      new TextRun({ text: time, color: QUIET, size: SIZES.facts }),
    ],
  });
  return [who, body];
}

/** A paragraph with the direction of its text; null: that of its first letter. */
function written(text: string, language: string | null, options: IParagraphOptions = {}): Paragraph {
  const bidirectional = directionOf(text, language) === 'rtl';
  return new Paragraph({ ...options, bidirectional, children: runs(text) });
}

const RIGHT_TO_LEFT_PART =
  /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc][\s\p{M}\p{P}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]*)/u;

/** The runs of a text. Word uses the fonts of right-to-left scripts for runs marked as such. */
function runs(
  text: string,
  look: { bold?: boolean; boldComplexScript?: boolean; color?: string } = {},
): TextRun[] {
  return text
    .split(RIGHT_TO_LEFT_PART)
    .map((part, index) => ({ part, rightToLeft: index % 2 === 1 }))
    .filter(({ part }) => part !== '')
    .map(({ part, rightToLeft }) => new TextRun({ text: part, rightToLeft, ...look }));
}

function pageNumbers(): Paragraph {
  const children = [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES];
  return new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children, color: QUIET, size: SIZES.facts })],
  });
}
