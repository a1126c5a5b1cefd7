import { expect, it } from 'vitest';
import type { Segment } from '#contract/segments.ts';
import { type ExportSource, TEXT_EXPORTS } from '#domain/exports/text-exports.ts';
import type { ReadTranscript } from '#domain/imports/read-transcript.ts';
import { shareByLength } from '#domain/retime.ts';
import { placeInOrder, timestampSegment, timestampWords } from '#domain/segments.ts';
import { tokensOf } from '#domain/tokens.ts';
import { fuzzVolume } from '#tests/support/fuzz/volume.ts';
import { seededRandom } from '#tests/support/random.ts';
import { takeTranscript } from './read-transcript.ts';

const TEXTS = [
  'Good morning, and welcome to the third meeting of the harbour group, in which we talk about the ferry.',
  'Yes.',
  'It costs 40,000 euros & more; nobody --> knows *why* at 10:30.',
  'Сегодня мы говорим о мосте, который построят через два года.',
  '今天我们讨论新的桥梁，它将花费四千万欧元。',
  'هذا الجسر جديد وسيكلف أربعين مليون يورو.',
  'He said: never again. "Really?" Really.',
  '1. First, [this] one.',
];
const NAMES = ['Ann Lee', 'Bo', 'Dr. Grün', 'Сергей'];

/** A transcript whose segments lie apart, as engines make them. Where two people alternate, each name comes again, which tells names from other words before colons in a text. */
function randomTranscript(seed: number, alternating = false): { source: ExportSource; segments: Segment[] } {
  const random = seededRandom(seed);
  let ms = random.below(5000);
  const speakers = 1 + random.below(3);
  const length = alternating ? 4 : 1 + random.below(12);
  const segments = Array.from({ length }, (_, index): Segment => {
    const text = random.pick(TEXTS);
    const span = { startMs: ms, endMs: ms + 1000 + random.below(12_000) };
    ms = span.endMs + 200 + random.below(3000);
    return {
      speaker: `Speaker ${1 + (alternating ? index % 2 : random.below(speakers))}`,
      ...span,
      text,
      words: shareByLength(tokensOf(text), span),
      timing: 'measured',
    };
  });
  const labels = [...new Set(segments.map(({ speaker }) => speaker))];
  return sourceOf(segments, Object.fromEntries(labels.map((label, at) => [label, NAMES[at] ?? label])));
}

function sourceOf(segments: Segment[], speakerNames: Record<string, string>, title = 'The ferry') {
  const timestampedTranscript = placeInOrder(segments).map(timestampSegment);
  const source: ExportSource = {
    title,
    transcript: '',
    speakerNames,
    showSpeakers: true,
    duration: 100,
    language: 'en',
    createdAt: '2026-11-23T00:00:00.000Z',
    timestampedTranscript,
  };
  return { source, segments };
}

function exported(
  format: keyof typeof TEXT_EXPORTS,
  { source, segments }: ReturnType<typeof sourceOf>,
): string {
  const words = new Map(placeInOrder(segments).map((each) => [each.id, timestampWords(each)]));
  return TEXT_EXPORTS[format](source, format === 'srt' ? undefined : words);
}

function take(text: string): ReadTranscript | null {
  const answer = takeTranscript(Buffer.from(text));
  return 'transcript' in answer ? answer.transcript : null;
}

function imported(text: string) {
  const read = take(text);
  if (!read) throw new Error(`refused: ${text}`);
  return sourceOf(read.segments, read.speakerNames, read.title ?? 'The ferry');
}

it.each(['srt', 'vtt', 'json', 'txt', 'md'] as const)('%s goes out again as it came in', (format) => {
  for (let seed = 1; seed <= fuzzVolume(60); seed += 1) {
    const first = exported(format, randomTranscript(seed, format === 'txt'));
    const second = exported(format, imported(first));
    expect.soft(comparable(second), `seed ${seed}`).toBe(comparable(first));
  }
});

/** The line of facts counts words in its own way; a subtitle is broken into lines together with those of its segment. */
function comparable(text: string): string {
  return text.replace(/^\*.* words?.*\*$/m, '').replace(/(?<=\S)[ \n](?=\S)/g, '');
}

it('reads any cut, doubled and mixed file, or refuses it, and makes only segments within the limits', () => {
  const whole = (['srt', 'vtt', 'json', 'txt', 'md'] as const).map((format) =>
    exported(format, randomTranscript(7)),
  );
  const random = seededRandom(11);
  for (let round = 0; round < fuzzVolume(400); round += 1) {
    let text = random.pick(whole);
    for (let change = random.below(6); change >= 0; change -= 1) {
      const at = random.below(text.length + 1);
      const piece = random.pick([
        '',
        '\n\n',
        ':',
        '-->',
        '[',
        '0:00',
        '99:59:59,999 --> 0:0:0',
        '<v ',
        '\u0000',
        '{"',
        '-',
        text.slice(0, random.below(40)),
      ]);
      text = text.slice(0, at) + piece + text.slice(at + random.below(30));
    }
    const read = take(text);
    if (!read) continue;
    let beforeMs = 0;
    for (const segment of read.segments) {
      expect(segment.text).not.toBe('');
      expect(segment.words.length).toBeGreaterThan(0);
      expect(segment.endMs).toBeGreaterThanOrEqual(segment.startMs);
      expect(Number.isInteger(segment.startMs) && segment.startMs >= 0).toBe(true);
      for (const { startMs, endMs } of segment.words) expect(endMs).toBeGreaterThanOrEqual(startMs);
      if (read.format !== 'tapescript') expect(segment.startMs).toBeGreaterThanOrEqual(beforeMs);
      beforeMs = segment.startMs;
    }
  }
});
