import { expect, it } from 'vitest';
import { growthOf, isAboutLinear } from '#tests/support/growth.ts';
import { SpeechError, type SpeechProblem } from '../speech-error.ts';
import { completeWords } from './complete-words.ts';
import { problemOfAnswer } from './problem.ts';
import { readAnswer } from './read-answer.ts';
import { numberSpeakers } from './speakers.ts';
import { timeWords } from './word-times.ts';

const BYTES = 1_000_000;
const piece = { sound: { startMs: 0, endMs: 600_000 }, speech: [] };
const many = (item: string, count: number) => Array.from({ length: count }, () => item);
/** A list of so many bytes. */
const list = (item: string, bytes: number) => `[${many(item, Math.ceil(bytes / (item.length + 1))).join()}]`;

/** Expects work on a size to take time in proportion to it. */
function expectLinear(prepare: (size: number) => () => unknown, largest: number): void {
  expect(isAboutLinear(growthOf(prepare, largest))).toBe(true);
}

function problemOfReading(answer: string): SpeechProblem | undefined {
  try {
    readAnswer(answer);
    return undefined;
  } catch (error) {
    if (error instanceof SpeechError) return error.problem;
    throw error;
  }
}

it.each<[string, (bytes: number) => string]>([
  ['numbers for words', (bytes) => `{"text":"a.","words":${list('1', bytes)}}`],
  ['numbers for segments', (bytes) => `{"text":"a.","segments":${list('1', bytes)}}`],
  ['numbers for the words of a segment', (bytes) => `{"segments":[{"words":${list('1', bytes)}}]}`],
  ['words without end', (bytes) => `{"text":"abc. ","words":${list('{"word":"-"}', bytes)}}`],
  ['text without end', (bytes) => JSON.stringify({ text: 'a. '.repeat(bytes / 3) })],
  ['text without end, not as JSON', (bytes) => 'a. '.repeat(bytes / 3)],
  ['lists within lists', (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`],
])('refuses %s, in time that grows with its length', (_, write) => {
  expect(problemOfReading(write(BYTES))).toEqual({ code: 'bad_answer' });
  expectLinear((size) => {
    const answer = write(size);
    return () => problemOfReading(answer);
  }, BYTES);
});

const parts = (count: number) => Array.from({ length: count }, (_, at) => ({ word: at === 0 ? ' a' : 'b' }));
const gaps = (count: number) =>
  parts(count).map((_, at) => (at % 2 === 0 ? { word: '-', start: at / 100 } : { word: 'abc' }));

it.each<[string, number, (size: number) => object]>([
  [
    'words without letters',
    19_000,
    (size) => ({ text: 'abc. '.repeat(size), words: parts(size).map(() => ({ word: '-' })) }),
  ],
  ['a word of many parts', 19_000, (size) => ({ text: 'a.', words: parts(size) })],
  ['times with many gaps', 19_000, (size) => ({ text: 'abc', words: gaps(size) })],
  ['a long text in Chinese', 96_000, (size) => ({ text: '你好世界'.repeat(size / 4) })],
  ['a long text in Thai', 96_000, (size) => ({ text: 'สวัสดี'.repeat(size / 6) })],
  [
    'a language without end',
    BYTES,
    (size) => ({ text: 'a', language: `en-x-${'aaaaaaa-'.repeat(size / 8)}a` }),
  ],
])('reads %s in time that grows with its length', (_, largest, write) => {
  expectLinear((size) => {
    const answer = JSON.stringify(write(size));
    return () => timeWords(readAnswer(answer), piece);
  }, largest);
});

it('finds no punctuation for words without letters, in time that grows with their number', () => {
  const wordsOf = (count: number) => many('-', count).map((text) => ({ text, end: null }));
  const untimed = (text: string) => ({ text, end: null });
  expect(completeWords(wordsOf(1000), 'abc. '.repeat(1000), untimed)).toEqual(wordsOf(1000));
  expectLinear((size) => {
    const words = wordsOf(size);
    return () => completeWords(words, 'abc. '.repeat(size), untimed);
  }, 80_000);
});

it.each<[string, (said: string) => string]>([
  ['a text', (said) => said],
  ['an error', (error) => JSON.stringify({ error })],
  ['a message', (message) => JSON.stringify({ error: { message } })],
  ['a detail', (detail) => JSON.stringify({ detail })],
  ['details', (msg) => JSON.stringify({ detail: [{ msg, loc: [] }] })],
  ['what is no detail', (said) => `{"detail":${list('1', said.length)}}`],
])('reads the beginning of the reason of a server, given as %s', (_, write) => {
  for (const word of ['model ', 'exceeds ', 'longer than ', 'a']) {
    const answerOf = (size: number) => ({
      status: 400,
      headers: new Headers(),
      text: write(word.repeat(size / word.length)),
    });
    expect(problemOfAnswer(answerOf(15_000)).code).toBe('failed');
    expectLinear((size) => {
      const answer = answerOf(size);
      return () => problemOfAnswer(answer);
    }, BYTES);
  }
});

it('takes a label for each word for no speakers', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => ({
    ...{ text: 'a', startMs: index * 10, endMs: index * 10 + 5, confidence: null },
    ...{ speaker: `${index}`, timing: 'measured' as const },
  }));
  expect(numberSpeakers(words).areTold).toBe(false);
  expect(numberSpeakers(words.slice(0, 50)).areTold).toBe(true);
});
