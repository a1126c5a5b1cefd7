import { expect, it } from 'vitest';
import { segmentsOfWords } from '#domain/segmentation.ts';
import { type Random, seededRandom } from '#tests/support/random.ts';
import { SpeechError } from '../speech-error.ts';
import { readAnswer } from './read-answer.ts';
import { numberSpeakers } from './speakers.ts';
import { timeWords } from './word-times.ts';

const ROUNDS = 4000;
const sound = { startMs: 60_000, endMs: 70_000 };
const TIMES = [
  0,
  1,
  2.5,
  3,
  9.99,
  10,
  10.4,
  11,
  400,
  -1,
  -30,
  1e308,
  '2',
  ' 3.5',
  '',
  'soon',
  null,
  [],
  {},
  true,
];
const TEXTS = [
  ' Hello',
  'there',
  '.',
  " 's",
  '',
  ' ',
  '你好',
  ' 世界。',
  '\u0000',
  '\ud800',
  'a\nb',
  7,
  null,
  [],
];
const NAMES = ['A', 'SPEAKER_00', 3, '', null, {}, 'x'.repeat(500)];

/** An object in which each value may be missing. */
function some(random: Random, values: Record<string, () => unknown>): Record<string, unknown> {
  const kept = Object.entries(values).filter(() => random.chance(0.85));
  return Object.fromEntries(kept.map(([name, value]) => [name, value()]));
}

function wordOf(random: Random): unknown {
  if (random.chance(0.03)) return random.pick([null, 7, 'word', [1, 2, ' tuple', 0.5], []]);
  return some(random, {
    word: () => random.pick(TEXTS),
    start: () => random.pick(TIMES),
    end: () => random.pick(TIMES),
    probability: () => random.pick(TIMES),
    speaker: () => random.pick(NAMES),
  });
}

function wordsOf(random: Random): unknown {
  if (random.chance(0.1)) return random.pick([null, 'none', {}, 7]);
  return Array.from({ length: random.below(9) }, () => wordOf(random));
}

function segmentOf(random: Random): unknown {
  return some(random, {
    text: () => random.pick(TEXTS),
    start: () => random.pick(TIMES),
    end: () => random.pick(TIMES),
    avg_logprob: () => random.pick(TIMES),
    no_speech_prob: () => random.pick(TIMES),
    speaker: () => random.pick(NAMES),
    words: () => wordsOf(random),
  });
}

function answerOf(random: Random): unknown {
  return some(random, {
    text: () => Array.from({ length: random.below(6) }, () => random.pick(TEXTS)).join(''),
    language: () => random.pick(['english', 'de', 'klingon', null, 7]),
    words: () => wordsOf(random),
    segments: () => Array.from({ length: random.below(5) }, () => segmentOf(random)),
  });
}

it('gives words in order within the piece, or a SpeechError, whatever is answered', () => {
  const random = seededRandom(82);
  let read = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = JSON.stringify(answerOf(random));
    const speech = random.chance(0.5) ? [{ startMs: 61_000, endMs: 64_000 }] : [];
    let lastEndMs = sound.startMs;
    try {
      const { words } = numberSpeakers(timeWords(readAnswer(answer), { sound, speech }));
      read += words.length > 0 ? 1 : 0;
      for (const { startMs, endMs, text, speaker, confidence } of words) {
        expect([text, Number.isInteger(startMs), Number.isInteger(endMs)], answer).toEqual([
          expect.stringMatching(/^\S(.*\S)?$/su),
          true,
          true,
        ]);
        expect(startMs, answer).toBeGreaterThanOrEqual(lastEndMs);
        expect(endMs, answer).toBeGreaterThan(startMs);
        expect(confidence === null || (confidence >= 0 && confidence <= 1), answer).toBe(true);
        expect(speaker, answer).toMatch(/^Speaker \d+$/);
        lastEndMs = endMs;
      }
      expect(lastEndMs, answer).toBeLessThanOrEqual(sound.endMs);
      expect(segmentsOfWords(words).flatMap((segment) => segment.words)).toHaveLength(words.length);
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error;
    }
  }
  // Most of it is not refused: otherwise this would test nothing.
  expect(read).toBeGreaterThan(ROUNDS / 2);
});
