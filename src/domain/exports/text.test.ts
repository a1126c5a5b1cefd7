import { describe, expect, it } from 'vitest';
import { exportFilename } from './filename.ts';
import { exportText, type TextSource } from './text.ts';

const segment = (speaker: string, start: number, text: string) => ({
  speaker,
  text,
  start,
  end: start + 2,
  timestamp: '',
  words: [],
  timing: 'measured' as const,
});
const source = (changes: Partial<TextSource>): TextSource => ({
  title: 'Interview',
  transcript: '',
  timestampedTranscript: [],
  speakerNames: {},
  showSpeakers: true,
  ...changes,
});

describe('exportText', () => {
  it('writes one paragraph per turn, with its time and the given name', () =>
    expect(
      exportText(
        source({
          timestampedTranscript: [
            segment('A', 0, 'Hello.'),
            segment('A', 2, ' How\nare you? '),
            segment('B', 65, 'Fine.'),
          ],
          speakerNames: { B: 'Björn' },
        }),
      ),
    ).toBe('Interview\n\n[0:00] A: Hello. How are you?\n\n[1:05] Björn: Fine.\n'));

  it('puts no space between sentences of a script without spaces', () =>
    expect(
      exportText(
        source({ timestampedTranscript: [segment('甲', 0, '桥很长。'), segment('甲', 2, '非常贵。')] }),
      ),
    ).toBe('Interview\n\n[0:00] 甲: 桥很长。非常贵。\n'));

  it('turns a line whose first letter does not say the direction of its language', () => {
    const timestampedTranscript = [
      segment('Sami', 0, 'مساء الخير'),
      segment('سامي', 9, 'مرحبا'),
      segment('B', 18, 'Yes.'),
    ];
    expect(exportText(source({ timestampedTranscript, language: 'ar' }))).toBe(
      'Interview\n\n\u200f[0:00] Sami: مساء الخير\n\n[0:09] سامي: مرحبا\n\n[0:18] B: Yes.\n',
    );
  });

  it('starts a new paragraph about every minute of a monologue', () => {
    const segments = Array.from({ length: 90 }, (_, index) => segment('A', index * 2, `Line ${index}.`));
    expect(exportText(source({ timestampedTranscript: segments })).match(/\n\n/g)).toHaveLength(3);
  });

  it('shows one speaker if speakers are hidden', () =>
    expect(
      exportText(
        source({
          timestampedTranscript: [segment('A', 0, 'One.'), segment('B', 2, 'Two.')],
          showSpeakers: false,
        }),
      ),
    ).toBe('Interview\n\n[0:00] A: One. Two.\n'));

  it('falls back to the plain text without segments', () =>
    expect(exportText(source({ transcript: 'Only text.' }))).toBe('Interview\n\nOnly text.\n'));
});

describe('exportFilename', () => {
  it.each([
    ['Interview: A/B <test>?', 'Interview A B test.txt'],
    ['../../etc/passwd', 'etc passwd.txt'],
    ['  ', 'transcript.txt'],
    ['Ünïcödé 会議', 'Ünïcödé 会議.txt'],
  ])('makes a safe name from %j', (title, name) => expect(exportFilename(title, 'txt')).toBe(name));

  it('cuts long titles between characters', () => {
    const name = exportFilename('会'.repeat(200), 'srt');
    expect(name).toBe(`${'会'.repeat(40)}.srt`);
  });
});
