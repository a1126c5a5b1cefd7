import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { type ReadableSource, readableOf } from '#domain/exports/readable.ts';
import { type LoadFont, makePdf } from './pdf-document.ts';

const PACKAGES = new URL('../../../.cache/packages/@expo-google-fonts/', import.meta.url);
const FILES: Record<Parameters<LoadFont>[0], URL> = {
  latin: new URL('noto-sans/400Regular/NotoSans_400Regular.ttf', PACKAGES),
  'latin-bold': new URL('noto-sans/700Bold/NotoSans_700Bold.ttf', PACKAGES),
  hebrew: new URL('noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf', PACKAGES),
  arabic: new URL('cairo/400Regular/Cairo_400Regular.ttf', PACKAGES),
  devanagari: new URL('noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf', PACKAGES),
  thai: new URL('noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf', PACKAGES),
  chinese: new URL('noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf', PACKAGES),
  korean: new URL('noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf', PACKAGES),
  emoji: new URL('noto-emoji/400Regular/NotoEmoji_400Regular.ttf', PACKAGES),
};

/** Makes a PDF of a transcript; answers what a reader of PDFs finds in it, and which fonts were asked for. */
async function madeOf(texts: readonly string[], changes: Partial<ReadableSource> = {}) {
  const fonts: string[] = [];
  const source: ReadableSource = {
    title: 'Talk',
    transcript: '',
    timestampedTranscript: texts.map((text, index) => ({
      speaker: `S${index % 2}`,
      start: index * 65,
      text,
    })),
    speakerNames: {},
    showSpeakers: true,
    duration: 65,
    language: 'en',
    createdAt: '2026-11-21T10:11:12.000Z',
    ...changes,
  };
  const bytes = await makePdf(readableOf(source), async (font) => {
    fonts.push(font);
    return new Uint8Array(await readFile(fileURLToPath(FILES[font])));
  });
  const pdf = await getDocumentProxy(bytes);
  const { text: pages } = await extractText(pdf);
  const { info } = await pdf.getMetadata();
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  const drawn = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? {
          text: item.str,
          left: item.transform[4],
          right: item.transform[4] + item.width,
          y: item.transform[5],
        }
      : [],
  );
  return { pages, text: pages.join('\n').replace(/\s+/g, ' '), info, fonts, drawn, width: page.view[2] ?? 0 };
}

describe('makePdf', () => {
  it.each([
    ['English', 'Naïve café — “quoted” in Zürich, for 5 € or ½ £.'],
    ['Russian', 'Съешь же ещё этих мягких французских булок.'],
    ['Greek', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.'],
    ['Chinese', '今天我们在会议上讨论了很多重要的问题。'],
    ['Japanese', 'これはとても長い文章です。カタカナも。'],
    ['Korean', '안녕하세요 여러분, 오늘 회의를 시작하겠습니다.'],
    ['emoji', 'Well 😀 done 👍 ❤️ 🇩🇪'],
  ])('carries %s so that it can be copied', async (_, text) =>
    expect((await madeOf([text])).text).toContain(text),
  );

  // A reader gives a line from left to right, each stretch of one direction in the order in which it is read.
  it.each([
    ['Arabic', 'مرحبا بكم في هذا البرنامج والسلام علي الأمة'],
    ['Persian', 'این برنامه خوب است و پچگژ'],
    ['Hebrew', 'שלום לכולם היום נדבר על הגינה'],
  ])('carries %s, words and letters in order, at the right margin', async (_, text) => {
    const { text: found, drawn, width } = await madeOf([text]);
    expect(found).toContain(text);
    const line = drawn.find((item) => item.text.includes(text.slice(0, 4)));
    expect(line?.right).toBeCloseTo(width - 60, 0);
  });

  it('puts a number and Latin words within Arabic where they belong', async () => {
    const { drawn } = await madeOf(['قبل 1984 ثم Tapescript بعد'], { language: 'ar' });
    const lefts = ['قبل', '1984', 'ثم', 'Tapescript', 'بعد'].map(
      (part) => drawn.find((item) => item.text.includes(part))?.left,
    );
    expect(lefts).not.toContain(undefined);
    expect(lefts).toEqual(lefts.toSorted((a, b) => Number(b) - Number(a)));
  });

  it.each([
    ['ar', 'NATO أعلنت ذلك', 'right'],
    ['en', 'שלום is a Hebrew word', 'left'],
  ] as const)(
    'begins a mixed line of a text in %s where the language begins: %j, %s',
    async (language, text, side) => {
      const { drawn, width } = await madeOf([text], { language });
      const first = drawn.find((item) => item.text.includes(text.split(' ')[0] ?? ''));
      expect((first?.left ?? Number.NaN) > width / 2).toBe(side === 'right');
    },
  );

  it('puts the time after the name on the side where an Arabic paragraph goes on', async () => {
    const { drawn } = await madeOf(['قبل الميلاد'], { language: 'ar' });
    const leftOf = (text: string) => drawn.find((item) => item.text.includes(text))?.left ?? Number.NaN;
    expect(leftOf('0:00')).toBeLessThan(leftOf('S0'));
  });

  it('begins Arabic within English at its right word', async () => {
    const { text } = await madeOf(['He said שלום עולם to all.']);
    expect(text).toContain('He said שלום עולם to all.');
  });

  it('has title, facts, names, times, page numbers and metadata', async () => {
    const { text, info } = await madeOf(['Hello.', 'Good day.'], {
      title: '<img src=x onerror=alert(1)> "会議"',
      speakerNames: { S1: 'Grace' },
    });
    expect(text).toBe(
      '<img src=x onerror=alert(1)> "会議" 1:05 · 3 words · 2 speakers · English · 2026-11-21 S0 0:00 Hello. Grace 1:05 Good day. 1 / 1',
    );
    expect(info).toMatchObject({ Title: '<img src=x onerror=alert(1)> "会議"', Language: 'en' });
  });

  it('runs over pages without losing a line, and numbers them', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => `Number ${index}. ${'word '.repeat(60)}`);
    const { pages, text } = await madeOf(texts);
    expect(pages.length).toBeGreaterThan(4);
    for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} / ${pages.length}`);
    for (const index of texts.keys()) expect(text).toContain(`Number ${index}.`);
    expect(text.match(/word /g)).toHaveLength(60 * 60);
  });

  it('keeps everything within the margins, an endless word too', async () => {
    const { drawn, width } = await madeOf(['x'.repeat(300), '会'.repeat(300), 'م'.repeat(300)]);
    for (const { left, right } of drawn) {
      expect(left).toBeGreaterThan(59);
      expect(right).toBeLessThan(width - 59);
    }
    expect(
      drawn
        .map(({ text }) => text)
        .join('')
        .match(/[x会م]/g),
    ).toHaveLength(900);
  });

  it('says so if it has no glyphs for some letters, and only then', async () => {
    const boxes = 'show as boxes';
    expect((await madeOf(['தமிழ்'], { language: 'ta' })).text).toContain(boxes);
    for (const text of [
      'Hello, Привет.',
      'مرحبا',
      'שלום',
      '会議です',
      '👩‍👩‍👧‍👦 ❤️',
      'नमस्ते',
      'สวัสดี',
      '한국어',
    ])
      expect((await madeOf([text])).text, text).not.toContain(boxes);
  });

  it('asks for no font that it does not need', async () => {
    expect((await madeOf(['Hello, Привет, Γειά.'])).fonts.sort()).toEqual(['latin', 'latin-bold']);
    expect((await madeOf(['Hi.'], { speakerNames: { S0: 'דנה' } })).fonts).toContain('hebrew');
  });

  it('takes control signs, halves of characters and an empty transcript', async () => {
    const { text } = await madeOf(['a\u0000b \ud83d end'], { title: 'T\u0007\udc00' });
    expect(text).toMatch(/^T \S? ?1:05/);
    expect(text).toContain('a b');
    expect(text).toContain('end');
    expect((await madeOf([], { title: '', transcript: '' })).text).toContain('Transcript');
  });

  it('rejects when a font cannot be had', () =>
    expect(
      makePdf({ title: 'T', facts: '', language: null, paragraphs: [] }, async (font) => {
        throw new Error(`no ${font}`);
      }),
    ).rejects.toThrow('no latin'));
});
