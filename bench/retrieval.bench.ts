// npm run bench -- retrieval: how often a passage with the answer is among those that fit into the token budget, and how long that takes.
import { makePassages } from '#domain/passages.ts';
import { indexPassages, rankPassages } from '#domain/retrieval.ts';
import { fitToBudget, passageTokens } from '#domain/token-budget.ts';
import { askedTranscripts, buryInTalk } from '#tests/support/questions.ts';

const LENGTHS = [
  { name: 'alone (3 minutes)', words: 0 },
  { name: '1 hour', words: 9000 },
  { name: '10 hours', words: 90_000 },
];
// 5000 is roughly what fits into a local model with a window of 8192; 100,000 is what Anthropic is sent.
const BUDGETS = [1000, 2500, 5000, 20_000, 60_000, 100_000];
const showsMissed = process.argv.includes('--missed');

const transcripts = askedTranscripts();
const questions = transcripts.reduce((sum, each) => sum + each.questions.length, 0);
console.log(`${questions} questions about ${transcripts.length} transcripts`);
for (const { name, words } of LENGTHS) {
  const hits = new Map(BUDGETS.map((budget) => [budget, 0]));
  let tokens = 0;
  let indexMs = 0;
  let rankMs = 0;
  for (const transcript of transcripts) {
    const { segments, shiftMs } = buryInTalk(transcript, words);
    const passages = makePassages(segments);
    tokens = passages.reduce((sum, passage) => sum + passageTokens(passage), 0);
    const started = performance.now();
    const index = indexPassages(passages);
    indexMs += performance.now() - started;
    for (const { question, answersMs } of transcript.questions) {
      const asked = performance.now();
      const ranked = rankPassages(index, question).map(({ number }) => number);
      rankMs += performance.now() - asked;
      for (const budget of BUDGETS) {
        const sent = fitToBudget(passages, ranked, budget);
        const answers = answersMs.map((ms) => ms + shiftMs);
        const hit = sent.some((passage) => passage.segments.some(({ startMs }) => answers.includes(startMs)));
        if (hit) hits.set(budget, (hits.get(budget) ?? 0) + 1);
        else if (showsMissed && budget === 5000) console.log(`  missed: ${question}`);
      }
    }
  }
  const recall = BUDGETS.map(
    (budget) => `${budget}: ${(((hits.get(budget) ?? 0) / questions) * 100).toFixed(1)}%`,
  );
  console.log(
    `${name}, about ${tokens} tokens; recall at a budget of ${recall.join(', ')}; ` +
      `index ${(indexMs / transcripts.length).toFixed(0)} ms, question ${(rankMs / questions).toFixed(1)} ms`,
  );
}
