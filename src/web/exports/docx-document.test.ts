import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ReadableSource, readableOf } from '#domain/exports/readable.ts';
import { makeDocx } from './docx-document.ts';

/** Makes a DOCX of a transcript; answers its parts by name, checked for being well-formed XML. */
async function madeOf(texts: readonly string[], changes: Partial<ReadableSource> = {}) {
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
  const zip = unzipSync(new Uint8Array(await makeDocx(readableOf(source))));
  const parts = new Map(Object.entries(zip).map(([name, bytes]) => [name, strFromU8(bytes)]));
  for (const xml of parts.values()) expectWellFormed(xml);
  const document = parts.get('word/document.xml') ?? '';
  const paragraphs = [...document.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([xml]) => ({
    xml,
    text: [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text = '']) => decoded(text)).join(''),
  }));
  return { parts, paragraphs };
}

/** Fails unless every element is closed in order, every entity is known and every character is allowed in XML 1.0. */
function expectWellFormed(xml: string): void {
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const open: string[] = [];
  const body = xml.replace(/<\?xml[^>]*\?>/, '');
  for (const [tag, closing, name = '', selfClosed] of body.matchAll(
    /<(\/?)([\w:.-]+)(?:\s+[\w:.-]+="[^"<]*")*\s*(\/?)>/g,
  )) {
    if (closing) expect(open.pop(), tag).toBe(name);
    else if (!selfClosed) open.push(name);
  }
  expect(open).toEqual([]);
  expect(body.replace(/<(\/?)([\w:.-]+)(?:\s+[\w:.-]+="[^"<]*")*\s*(\/?)>/g, '')).not.toMatch(
    /<|&(?!(amp|lt|gt|quot|apos|#\d+);)/,
  );
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

describe('makeDocx', () => {
  it('turns a paragraph by the language of the text, which Word is told', async () => {
    const { paragraphs, parts } = await madeOf(['NATO أعلنت ذلك'], { language: 'ar' });
    expect(paragraphs.at(-1)?.xml).toContain('<w:bidi/>');
    expect(parts.get('word/styles.xml')).toContain('w:bidi="ar"');
    const english = await madeOf(['שלום is a Hebrew word'], { language: 'en' });
    expect(english.paragraphs.at(-1)?.xml).not.toContain('<w:bidi/>');
  });

  it.each([
    ['ja', 'ja-JP', 'Yu Gothic'],
    ['ko', 'ko-KR', 'Malgun Gothic'],
    ['zh', 'zh-CN', 'Microsoft YaHei'],
    ['zh-Hant-HK', 'zh-TW', 'Microsoft JhengHei'],
  ])('writes ideographs of %s as %s writes them, in %s', async (language, eastAsia, font) => {
    const { parts } = await madeOf(['橋'], { language });
    const styles = parts.get('word/styles.xml');
    expect(styles).toContain(`w:val="${language}"`);
    expect(styles).toContain(`w:eastAsia="${eastAsia}"`);
    expect(styles).toContain(`w:eastAsia="${font}"`);
  });

  it('has title, facts, names in colour with times, and the text', async () => {
    const { paragraphs, parts } = await madeOf(['Hello.', 'Good day.'], {
      title: '<img src=x onerror=alert(1)> & "會"',
      speakerNames: { S1: 'Grace' },
    });
    expect(paragraphs.map(({ text }) => text)).toEqual([
      '<img src=x onerror=alert(1)> & "會"',
      '1:05 · 3 words · 2 speakers · English · 2026-11-21',
      'S0  0:00',
      'Hello.',
      'Grace  1:05',
      'Good day.',
    ]);
    const [title, , first, , second] = paragraphs;
    expect(title?.xml).toContain('<w:pStyle w:val="Title"/>');
    expect(first?.xml).toContain('<w:pStyle w:val="Speaker"/>');
    expect(first?.xml).toContain('<w:color w:val="1e59cd"/>');
    expect(second?.xml).toContain('<w:color w:val="007241"/>');
    expect(parts.get('docProps/core.xml')).toContain(
      '<dc:title>&lt;img src=x onerror=alert(1)&gt; &amp; &quot;會&quot;</dc:title>',
    );
  });

  it.each([
    'Съешь же ещё этих мягких булок. Ξεσκεπάζω την ψυχοφθόρα.',
    '今天我们讨论。これは長い。안녕하세요 여러분.',
    'مرحبا بكم في 2026 مع Tapescript (الجديد)!',
    'He said שלום עולם to all 😀 👩‍👩‍👧.',
  ])('carries %j', async (text) => {
    const { paragraphs } = await madeOf([text]);
    expect(paragraphs.at(-1)?.text).toBe(text);
  });

  it('sets the direction of each paragraph and of each run', async () => {
    const { paragraphs } = await madeOf(['שלום abc', 'abc שלום']);
    const [, , rightHeading, right, leftHeading, left] = paragraphs.map(({ xml }) => xml);
    expect(right).toContain('<w:bidi/>');
    expect(rightHeading).toContain('<w:bidi/>');
    expect(left).toContain('<w:bidi w:val="false"/>');
    expect(leftHeading).toContain('<w:bidi w:val="false"/>');
    const runs = [...(left ?? '').matchAll(/<w:r>.*?<\/w:r>/gs)].map(([xml]) => /<w:rtl\/>/.test(xml));
    expect(runs).toEqual([false, true]);
  });

  it('names fonts for East Asian and right-to-left scripts', async () => {
    const styles = (await madeOf(['x'])).parts.get('word/styles.xml') ?? '';
    expect(styles).toMatch(/<w:rFonts[^>]*w:cs="Arial"/);
    expect(styles).toMatch(/<w:rFonts[^>]*w:eastAsia="Microsoft YaHei"/);
  });

  it('numbers its pages', async () => {
    const { parts } = await madeOf(['x']);
    const footer = [...parts].find(([name]) => /^word\/footer\d+\.xml$/.test(name))?.[1];
    expect(footer).toMatch(/PAGE.*NUMPAGES/s);
  });

  it('takes control signs, halves of characters and an empty transcript', async () => {
    const { paragraphs } = await madeOf(['a\u0000b \ud83d end\uffff'], { title: 'T\u0007\udc00' });
    expect(paragraphs.at(-1)?.text).toBe('a b \ufffd end');
    expect((await madeOf([], { title: '' })).paragraphs[0]?.text).toBe('Transcript');
  });
});
