// npm run bench -- analysis: how long the analysis without a key takes, and how much time we add before a provider is asked.
import { answerByExtraction } from '#ai/extractive/answer.ts';
import { suggestQuestions } from '#ai/extractive/suggestions.ts';
import { summarizeByExtraction } from '#ai/extractive/summary.ts';
import { chooseForQuestion } from '#ai/source-selection.ts';
import { checkDraft } from '#domain/citations.ts';
import { makePassages } from '#domain/passages.ts';
import { retrieveInMemory } from '#domain/retrieval.ts';
import { indexTranscriptPassages } from '#domain/source-index.ts';
import { checkSummary } from '#domain/summary.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { percentile } from '#tests/support/percentile.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';

const ROUNDS = 7;
const ROOM = { contextTokens: 200_000, outputTokens: 4096, sourceTokens: 100_000 };
const LENGTHS = [
  { name: '1 hour, 9,000 words', words: 9000 },
  { name: '10 hours, 90,000 words', words: 90_000 },
  { name: '200,000 words', words: 200_000 },
];

for (const { name, words } of LENGTHS) {
  const segments = segmentsOf(longTalk({ words, seed: 1 }));
  const passages = makePassages(segments);
  const source = { title: '', passages };
  const sources = [{ kind: 'transcript' as const, ...source }];
  const question = { question: 'Who repaired the old piano, and why?', sources, history: [] };
  console.log(name);
  await measure('summary without a key, checked (goal 300 ms for an hour)', () =>
    checkSummary(indexTranscriptPassages(passages), summarizeByExtraction(source)),
  );
  await measure('answer without a key, checked', () =>
    checkDraft(indexTranscriptPassages(passages), answerByExtraction(question)),
  );
  await measure('suggestions', () => suggestQuestions(sources));
  await measure('passages and selection before a provider is asked (goal 30 ms for an hour)', () => {
    makePassages(segments);
    return chooseForQuestion(question, ROOM, { instructions: '', retrieve: retrieveInMemory });
  });
  await measure('check of an answer with a quote that has slips', () =>
    checkDraft(indexTranscriptPassages(passages), [
      { kind: 'quote', reference: { quote: `${passages.at(-1)?.text.replace(' ', ' indeed ')}` } },
    ]),
  );
}

async function measure(what: string, run: () => unknown): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  console.log(
    `  ${what}: median ${percentile(times, 0.5).toFixed(1)} ms, worst ${percentile(times, 1).toFixed(1)} ms of ${ROUNDS}`,
  );
}
