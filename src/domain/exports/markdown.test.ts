import { describe, expect, it } from 'vitest';
import { exportMarkdown } from './markdown.ts';
import type { ReadableSource } from './readable.ts';

const markdown = (changes: Partial<ReadableSource>) =>
  exportMarkdown({
    title: 'Talk',
    transcript: '',
    timestampedTranscript: [],
    speakerNames: {},
    showSpeakers: true,
    duration: 65,
    language: 'en',
    createdAt: '2026-11-21T10:11:12.000Z',
    ...changes,
  });
const said = (speaker: string, start: number, text: string) => ({ speaker, start, text });

/** Reads a Markdown text back as CommonMark does, resolving backslashes and entities; fails if a special character is not escaped. */
function readBack(text: string): string {
  const bare = text.replace(/\\[!-/:-@[-`{-~]|&(amp|lt|gt);/g, '');
  expect(bare).not.toMatch(/[\\`*_[\]<>~|$#@&]|:\/\/|www\./);
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

describe('exportMarkdown', () => {
  it('writes title, facts and turns with names and times', () =>
    expect(
      markdown({
        timestampedTranscript: [said('A', 0, 'Hello.'), said('B', 61, 'Hi.'), said('B', 62, ' ')],
        speakerNames: { B: 'Bo' },
      }),
    ).toBe(
      '# Talk\n\n*1:05 · 2 words · 2 speakers · English · 2026-11-21*\n\n**A** (0:00)\n\nHello.\n\n**Bo** (1:01)\n\nHi.\n',
    ));

  it.each([
    '<img src=x onerror=alert(1)>',
    '</p><script>alert(1)</script> &lt; &amp;',
    '[link](javascript:alert(1)) ![x](y) [a]: b',
    '**bold** _it_ `code` ~~no~~ # head | cell $x$',
    'see https://evil.test/a or www.evil.test or a@b.test',
    'back\\slash \\<b>',
  ])('makes no markup from %j', (text) => {
    const made = markdown({
      title: text,
      timestampedTranscript: [said('A', 0, text)],
      speakerNames: { A: text },
    });
    const [title = '', , name = '', paragraph = ''] = made.trimEnd().split('\n\n');
    expect(readBack(title.replace(/^# /, ''))).toBe(text);
    expect(readBack(paragraph)).toBe(text);
    expect(readBack(name.replace(/^\*\*|\*\* \(0:00\)$/g, ''))).toBe(text);
  });

  it.each([
    ['# not a heading', '\\# not a heading'],
    ['1. not a list', '1\\. not a list'],
    ['12) not a list', '12\\) not a list'],
    ['- not a list', '\\- not a list'],
    ['+ not a list', '\\+ not a list'],
    ['--- ', '\\---'],
    ['> no quotation', '&gt; no quotation'],
    ['two\n\n# lines\u0000', 'two \\# lines'],
  ])('begins no block with %j', (text, line) =>
    expect(
      markdown({ timestampedTranscript: [said('A', 0, text)] })
        .trimEnd()
        .split('\n\n')
        .at(-1),
    ).toBe(line),
  );
});
