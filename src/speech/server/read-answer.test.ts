import { describe, expect, it } from 'vitest';
import { SpeechError } from '../speech-error.ts';
import { readAnswer } from './read-answer.ts';

const read = (answer: unknown) => readAnswer(JSON.stringify(answer));
const wordsOf = (answer: unknown) =>
  read(answer).segments.flatMap(({ words }) => words.map(({ text, start, end }) => [text, start, end]));

describe('words', () => {
  it('are taken from the top level before those of the segments, with the confidence of their segment', () => {
    const { segments, times, language } = read({
      language: 'german',
      words: [
        { word: 'Guten', start: 0.1, end: '0.5' },
        { word: 'Tag', start: '0.5', end: null },
      ],
      segments: [
        { start: 0, end: 1, text: ' Guten Tag', avg_logprob: Math.log(0.8), words: [{ word: 'no' }] },
      ],
    });
    expect([language, times]).toEqual(['german', 'words']);
    expect(segments[0]?.words).toEqual([
      { text: 'Guten', start: 0.1, end: 0.5, confidence: expect.closeTo(0.8), speaker: null },
      { text: 'Tag', start: 0.5, end: null, confidence: expect.closeTo(0.8), speaker: null },
    ]);
  });

  it('are joined from tokens by their leading spaces, across segments too', () => {
    const token = (word: string, start: number, probability = 0.9) => ({
      word,
      start,
      end: start + 1,
      probability,
    });
    const answer = {
      text: " That's it.",
      segments: [
        { start: 0, end: 2, text: ' That', words: [token(' Th', 0), token('at', 1, 0.4)] },
        { start: 2, end: 5, text: "'s it.", words: [token("'s", 2), token(' it', 3), token('.', 4)] },
      ],
    };
    expect(wordsOf(answer)).toEqual([
      ["That's", 0, 3],
      ['it.', 3, 5],
    ]);
    expect(read(answer).segments[0]?.words[0]?.confidence).toBe(0.4);
  });

  it('without spaces are words of their own, whatever the script', () => {
    expect(
      wordsOf({
        words: [
          { word: '你', start: 0, end: 1 },
          { word: '好', start: 1, end: 2 },
        ],
      }),
    ).toHaveLength(2);
  });

  it('of scripts without spaces are not joined to one, even beside words with spaces', () => {
    const words = [' Lee', '你', '好', '。', ' Hi'].map((text, start) => ({
      word: text,
      start,
      end: start + 1,
    }));
    expect(wordsOf({ words }).map(([text]) => text)).toEqual(['Lee', '你', '好。', 'Hi']);
  });

  it('get the punctuation of the text', () => {
    const words = ['Guten', 'Tag', 'Wer', 'da'].map((word, start) => ({ word, start, end: start + 1 }));
    expect(wordsOf({ text: 'Guten Tag. Wer da?', words }).map(([text]) => text)).toEqual([
      'Guten',
      'Tag.',
      'Wer',
      'da?',
    ]);
  });

  it('that are parts of letters are taken from the text of their segment instead', () => {
    const words = [
      { word: ' Gr\ufffd', start: 0, end: 1 },
      { word: '\ufffde', start: 1, end: 2 },
    ];
    const { segments, times } = read({ segments: [{ start: 0, end: 2, text: ' Größe', words }] });
    expect(segments).toMatchObject([{ text: 'Größe', words: [] }]);
    expect(times).toBe('segments');
  });

  it('and segments may be tuples, as older servers write them', () => {
    const segments = [
      [
        1,
        0,
        0.5,
        2.5,
        ' Hello there',
        [50364, 1],
        0,
        -0.2,
        1.1,
        0.02,
        [
          [0.5, 1, ' Hello', 0.9],
          [1, 2.5, ' there', 0.8],
        ],
      ],
    ];
    expect(wordsOf({ text: ' Hello there', segments, language: 'en' })).toEqual([
      ['Hello', 0.5, 1],
      ['there', 1, 2.5],
    ]);
  });
});

it('reads speakers of words and of segments', () => {
  const { segments } = read({
    segments: [
      { start: 0, end: 1, text: 'Yes.', speaker: 'A' },
      {
        start: 1,
        end: 2,
        text: 'No.',
        speaker: 2,
        words: [{ word: 'No.', start: 1, end: 2, speaker: 'SPEAKER_01' }],
      },
    ],
  });
  expect(segments.map(({ speaker, words }) => [speaker, words[0]?.speaker])).toEqual([
    ['A', undefined],
    ['2', 'SPEAKER_01'],
  ]);
});

it('takes words that a server has no times for from its text, and no certainty from a server that knows none', () => {
  const { segments, times } = read({
    text: 'In 2014 we began.',
    words: [
      { word: 'In', start: 0, end: 0.3 },
      { word: 'we', start: 1.2, end: 1.4 },
      { word: 'began.', start: 1.4, end: 2 },
    ],
    segments: [{ start: 0, end: 2, text: 'In 2014 we began.', avg_logprob: 0, no_speech_prob: 0 }],
  });
  expect(times).toBe('words');
  expect(
    segments.flatMap(({ words }) => words.map(({ text, start, confidence }) => [text, start, confidence])),
  ).toEqual([
    ['In', 0, null],
    ['2014', null, null],
    ['we', 1.2, null],
    ['began.', 1.4, null],
  ]);
});

it('reads speakers that a server puts into segments of their own', () => {
  const words = [
    { word: 'Yes.', start: 0, end: 1, speaker_id: 'SPEAKER_00' },
    { word: 'No.', start: 1, end: 2, speaker_id: 'SPEAKER_01' },
  ];
  const { segments } = read({
    text: 'Yes. No.',
    segments: [{ start: 0, end: 2, text: 'Yes. No.' }],
    speaker_segments: words.map(({ word, ...rest }) => ({ ...rest, text: word, words: [{ word, ...rest }] })),
  });
  expect(segments.flatMap((each) => each.words.map(({ text, speaker }) => [text, speaker]))).toEqual([
    ['Yes.', 'SPEAKER_00'],
    ['No.', 'SPEAKER_01'],
  ]);
});

it.each([
  ['{"text":" Hello\\u0000 there \\ud800"}', 'Hello there \ufffd'],
  ['Hello there\n', 'Hello there'],
  ['{"text":""}', undefined],
  ['{"segments":[]}', undefined],
])('reads %j as a text without times', (answer, text) => {
  const { segments, times } = readAnswer(answer);
  expect([segments[0]?.text, times]).toEqual([text, 'none']);
});

it('leaves out what the model has made up in silence', () => {
  const madeUp = {
    start: 0,
    end: 2,
    text: 'Thank you for watching!',
    no_speech_prob: 0.8,
    avg_logprob: -1.2,
  };
  const said = { start: 3, end: 4, text: 'Hello.', no_speech_prob: null, avg_logprob: '-0.2' };
  expect(read({ segments: [madeUp, said] }).segments.map(({ text }) => text)).toEqual(['Hello.']);
});

it.each([
  ['<!DOCTYPE html><p>Log in', { code: 'wrong_address' }],
  ['  <html>', { code: 'wrong_address' }],
  ['{"text": "cut o', { code: 'bad_answer' }],
  ['[1]', { code: 'bad_answer' }],
  ['null', { code: 'bad_answer' }],
  ['{"id":7}', { code: 'bad_answer' }],
  ['{"segments":"none"}', { code: 'bad_answer' }],
  [
    '{"error":{"message":"no memory at https://inside.test"}}',
    { code: 'failed', said: 'no memory at [address]' },
  ],
])('refuses %s', (answer, problem) => {
  let thrown: unknown;
  try {
    readAnswer(answer);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(SpeechError);
  expect((thrown as SpeechError).problem).toEqual(problem);
});
