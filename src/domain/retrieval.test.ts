import { describe, expect, it } from 'vitest';
import { askedTranscripts, buryInTalk } from '#tests/support/questions.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { makePassages } from './passages.ts';
import { indexPassages, rankPassages, retrieveInMemory } from './retrieval.ts';
import { fitToBudget } from './token-budget.ts';

const transcripts = askedTranscripts();

/** The share of all questions for which an answering passage fits into the budget. */
function recall(words: number, budget: number): number {
  let hits = 0;
  let asked = 0;
  for (const transcript of transcripts) {
    const { segments, shiftMs } = buryInTalk(transcript, words);
    const passages = makePassages(segments);
    const index = indexPassages(passages);
    for (const { question, answersMs } of transcript.questions) {
      const ranked = rankPassages(index, question).map(({ number }) => number);
      const sent = fitToBudget(passages, ranked, budget).flatMap((passage) => passage.segments);
      asked += 1;
      if (sent.some(({ startMs }) => answersMs.includes(startMs - shiftMs))) hits += 1;
    }
  }
  return hits / asked;
}

describe('retrieval', () => {
  it('is tried with at least 60 questions, each with an answer that exists', () => {
    expect(transcripts.reduce((sum, { questions }) => sum + questions.length, 0)).toBeGreaterThanOrEqual(60);
    for (const { lines, questions } of transcripts) {
      const starts = lines.map(({ startMs }) => startMs);
      for (const { answersMs } of questions) expect(starts).toEqual(expect.arrayContaining([...answersMs]));
    }
  });

  // `npm run bench -- retrieval` prints the current figures; these are the floors.
  it.each([
    { hours: 'an hour', words: 9000, budget: 5000, floor: 0.95 },
    { hours: 'ten hours', words: 90_000, budget: 5000, floor: 0.93 },
    { hours: 'ten hours', words: 90_000, budget: 60_000, floor: 0.95 },
  ])('finds the answer in $hours within $budget tokens', ({ words, budget, floor }) =>
    expect(recall(words, budget)).toBeGreaterThanOrEqual(floor),
  );
});

describe('rankPassages', () => {
  const passages = makePassages(
    segmentsOf([
      { speaker: 'Ann', text: 'The payments were late in spring.' },
      { speaker: 'Bob', text: 'Let us talk about the weather.' },
      { speaker: 'Ann', text: '桥梁将花费四千万欧元。' },
      { speaker: 'Bob', text: 'Мост построят через два года.' },
    ]),
  );
  const best = async (question: string) => (await retrieveInMemory(question, passages))[0];

  it.each([
    ['Who paid?', 1],
    ['When did they pay?', 1],
    ['weather', 2],
    ['桥梁花费多少？', 3],
    ['когда построят мост', 4],
  ])('answers %j first with passage %i', async (question, number) =>
    expect(await best(question)).toBe(number),
  );

  it('prefers the speaker who is asked about', async () => {
    const same = makePassages(
      segmentsOf([
        { speaker: 'Ann', text: 'The bridge is too expensive.' },
        { speaker: 'Bob', text: 'The bridge is too expensive.' },
      ]),
    );
    expect(await retrieveInMemory('What did Bob say about the bridge?', same)).toEqual([2, 1]);
    expect(await retrieveInMemory('What did Ann say about the bridge?', same)).toEqual([1, 2]);
  });

  it('gives nothing for an unrelated question or one without words', async () => {
    expect(await retrieveInMemory('zebra', passages)).toEqual([]);
    expect(await retrieveInMemory('?!', passages)).toEqual([]);
    expect(await retrieveInMemory('weather', [])).toEqual([]);
  });
});
