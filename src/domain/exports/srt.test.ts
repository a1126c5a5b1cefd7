import { describe, expect, it } from 'vitest';
import type { SubtitleSegment } from './cues.ts';
import { exportSrt, SRT_NEEDS_SEGMENTS, srtCues } from './srt.ts';
import { LINE_LENGTH, LINES_PER_CUE, readingLength, splitIntoCues } from './subtitle-lines.ts';
import { exportVtt } from './vtt.ts';

const said = (start: number, end: number | null, text: string, speaker = 'Speaker 1'): SubtitleSegment => ({
  speaker,
  text,
  start,
  end,
});
const cues = (...timestampedTranscript: SubtitleSegment[]) =>
  srtCues({ timestampedTranscript, speakerNames: {}, showSpeakers: true });

describe('exportSrt', () => {
  it('numbers from 1 and separates subtitles with a blank line', () =>
    expect(
      exportSrt({
        timestampedTranscript: [said(0, 1.5, 'Hello.'), said(2, null, 'Bye.')],
        speakerNames: {},
        showSpeakers: true,
      }),
    ).toBe('1\n00:00:00,000 --> 00:00:01,500\nHello.\n\n2\n00:00:02,000 --> 00:00:05,000\nBye.\n'));

  it('marks what is written from right to left, and the name before it', () => {
    const source = {
      timestampedTranscript: [
        said(0, 2, 'مرحبا بكم.', 'A'),
        said(2, 4, 'Hello.', 'B'),
        said(4, 6, 'NATO و OTAN.', 'B'),
      ],
      speakerNames: { A: 'Sami', B: 'Grace' },
      showSpeakers: true,
      language: 'ar',
    };
    const srt = exportSrt(source);
    for (const line of ['\u200fSami: مرحبا بكم.\u200f', 'Grace: Hello.', '\u200fNATO و OTAN.\u200f'])
      expect(srt).toContain(`\n${line}\n`);
    expect(exportVtt(source)).toContain('\n<v Sami>\u200fمرحبا بكم.\u200f\n');
  });

  it.each([[[]], [[said(0, 1, ' ')]]])('rejects %j, in which nothing is said', (timestampedTranscript) =>
    expect(() => exportSrt({ timestampedTranscript, speakerNames: {}, showSpeakers: true })).toThrow(
      SRT_NEEDS_SEGMENTS,
    ),
  );

  it('leaves out blank segments and control characters', () =>
    expect(
      exportSrt({
        timestampedTranscript: [said(0, 1, 'a\u0000b'), said(1, 2, ' '), said(2, 3, 'c')],
        speakerNames: {},
        showSpeakers: true,
      }),
    ).toBe('1\n00:00:00,000 --> 00:00:01,000\na b\n\n2\n00:00:02,000 --> 00:00:03,000\nc\n'));
});

describe('srtCues', () => {
  it('ends a segment without an end at the next start, or after three seconds if it is the last', () =>
    expect(
      cues(said(1, null, 'One'), said(4, null, 'Two')).map(({ startMs, endMs }) => [startMs, endMs]),
    ).toEqual([
      [1000, 4000],
      [4000, 7000],
    ]));

  it('shares the time of a long segment evenly', () => {
    const parts = cues(said(0, 9, 'word '.repeat(40)));
    const lengths = parts.map(({ startMs, endMs }) => endMs - startMs);
    expect(parts.length).toBe(3);
    expect(lengths).toEqual([3000, 3000, 3000]);
  });

  it('never overlaps, not even where two people talk at once', () => {
    const made = cues(
      said(0, 5, 'Long'),
      said(3, 4, 'Inside'),
      said(3, 6, 'Same start'),
      said(5, 5, 'No length'),
    );
    for (const [index, cue] of made.entries()) {
      expect(cue.endMs).toBeGreaterThan(cue.startMs);
      expect(cue.startMs).toBeGreaterThanOrEqual(made[index - 1]?.endMs ?? 0);
    }
    expect(made.map((cue) => cue.text)).toEqual(['Long', 'Inside', 'Same start', 'No length']);
  });

  it('names the speaker where the speaker changes', () => {
    const made = cues(said(0, 1, 'Hi.', 'A'), said(1, 2, 'Again.', 'A'), said(2, 3, 'Hello.', 'B'));
    expect(made.map((cue) => cue.text)).toEqual(['A: Hi.', 'Again.', 'B: Hello.']);
  });

  it('names a single speaker only if a user gave the name', () => {
    const source = { timestampedTranscript: [said(0, 1, 'Hi.')], showSpeakers: true };
    expect(srtCues({ ...source, speakerNames: {} })[0]?.text).toBe('Hi.');
    expect(srtCues({ ...source, speakerNames: { 'Speaker 1': 'Anna' } })[0]?.text).toBe('Anna: Hi.');
  });

  it('leaves nothing in a text that a player could mistake for times', () =>
    expect(cues(said(0, 1, 'a\n\nb --> c'))[0]?.text).toBe('a b → c'));
});

describe('splitIntoCues', () => {
  const texts = {
    english:
      'The quick brown fox jumps over the lazy dog, and then it does so again and again until everybody is tired.',
    chinese:
      '今天我们在会议上讨论了很多重要的问题，包括预算、时间安排和人员分配。大家都同意下周再见面一次，然后决定下一步的计划，谢谢大家的参与。',
    japanese:
      'これはとても長い文章です。字幕は一行に四十二文字までしか入りませんので、途中で改行する必要があります。',
    arabic:
      'مرحبا بكم في هذا البرنامج الذي نتحدث فيه عن أشياء كثيرة ومختلفة ونحاول أن نفهم العالم من حولنا بشكل أفضل',
    emoji: '👩‍👩‍👧‍👦'.repeat(100),
    endless: 'x'.repeat(200),
    accents: 'e\u0301'.repeat(90),
  };

  it.each(Object.entries(texts))('keeps every character of %s within the limits', (_, text) => {
    const made = splitIntoCues(text);
    for (const line of made.flatMap((cue) => cue.split('\n'))) {
      expect(readingLength(line)).toBeLessThanOrEqual(LINE_LENGTH);
      expect(line).toBe(line.trim());
    }
    for (const cue of made) expect(cue.split('\n').length).toBeLessThanOrEqual(LINES_PER_CUE);
    expect(made.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });

  it('begins no line with a full stop', () => {
    for (const line of splitIntoCues(texts.chinese).flatMap((cue) => cue.split('\n')))
      expect(line).not.toMatch(/^[，。、]/);
  });

  it('puts half as many Chinese, Japanese and Korean characters on a line, which are as wide as two letters', () => {
    for (const text of [texts.chinese, texts.japanese, '한국어자막'.repeat(20)]) {
      const lines = splitIntoCues(text).flatMap((cue) => cue.split('\n'));
      for (const line of lines) expect([...line].length).toBeLessThanOrEqual(21);
      expect(lines.length).toBeGreaterThanOrEqual([...text].length / 21);
    }
  });

  it('leaves endings and particles of Japanese with their word', () => {
    const said =
      '新しい橋について、市の会議で長い時間話し合いました。「高すぎる」と言う人もいますが、工事は来年の春に始まります。';
    const lines = splitIntoCues(said, 'Sami:').flatMap((cue) => cue.split('\n'));
    expect(lines.length).toBe(4);
    for (const line of lines) expect(line).not.toMatch(/^(?:で|と|に|は|が|すぎる|まし|ます|た)/);
  });

  it('leaves words of Japanese whole, and brackets with them', () => {
    const said = '「会議」は明日から始まります。';
    const lines = splitIntoCues(said.repeat(5)).flatMap((cue) => cue.split('\n'));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(line).not.toMatch(/^[。」、ー]/);
      expect(line).not.toMatch(/「$/);
    }
    const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(said)];
    const places = new Set(words.map(({ index }) => index));
    let at = 0;
    for (const line of lines) {
      expect(places.has(at % said.length)).toBe(true);
      at += line.length;
    }
  });

  it('keeps a short text on one line', () => expect(splitIntoCues('Hello there.')).toEqual(['Hello there.']));

  it('makes parts of about equal length', () => {
    const lengths = splitIntoCues(texts.english).map(readingLength);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(25);
  });

  it('cuts as if the name were not there if it fits', () => {
    const text = 'We went to the garden, and then we sat down on the old bench by the wall.';
    const [alone] = splitIntoCues(text);
    expect(splitIntoCues(text, 'Bo:')).toEqual([
      'Bo: We went to the garden, and then we\nsat down on the old bench by the wall.',
    ]);
    expect(alone?.replace('\n', ' ')).toBe(text);
    const long = `${text} ${text} ${text}`;
    expect(splitIntoCues(long, 'Bo:').slice(1)).toEqual(splitIntoCues(long).slice(1));
  });

  it('cuts into one more subtitle if there is no room for the name', () => {
    const text = 'We went all the way to the garden, and there we sat on the old bench by the wall.';
    expect(splitIntoCues(text)).toHaveLength(1);
    expect(splitIntoCues(text, 'Alexandra Konstantinopolou:')).toEqual([
      'Alexandra Konstantinopolou: We went\nall the way to the garden, and there',
      'we sat on the old\nbench by the wall.',
    ]);
  });

  it.each(['Anna', 'Speaker 12', 'A name of two and more words', 'x'.repeat(50), 'word '.repeat(30).trim()])(
    'stays within the limits with the name %s',
    (name) => {
      for (const text of Object.values(texts)) {
        const made = splitIntoCues(text, `${name}:`);
        for (const line of made.flatMap((cue) => cue.split('\n')))
          expect(readingLength(line)).toBeLessThanOrEqual(LINE_LENGTH);
        for (const cue of made) expect(cue.split('\n').length).toBeLessThanOrEqual(LINES_PER_CUE);
        expect(made.join('').replace(/\s/g, '')).toBe(`${name}:${text}`.replace(/\s/g, ''));
      }
    },
  );
});
