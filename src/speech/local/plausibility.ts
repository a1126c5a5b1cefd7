/**
 * Repeated token sequences that people do not say but a confused model writes: how often in a row, and how many tokens in total.
 */
const LOOPS = [
  { repeats: 3, minTokens: 24 },
  { repeats: 5, minTokens: 10 },
] as const;
const LOOP_MAX_PERIOD = 24;

/**
 * How many tokens at the end only repeat the previous ones, when the same 1 to 24 tokens recur again and again; 0 if there is no
 * such loop. Cutting this many leaves the first repetition.
 */
export function repeatedTail(tokens: readonly number[]): number {
  for (let period = 1; period <= LOOP_MAX_PERIOD; period++) {
    let run = 0;
    while (run < tokens.length - period && tokens.at(-1 - run) === tokens.at(-1 - run - period)) run++;
    const isLoop = LOOPS.some(
      ({ repeats, minTokens }) => run >= period * (repeats - 1) && run + period >= minTokens,
    );
    if (isLoop) return run;
  }
  return 0;
}

interface JudgedWord {
  text: string;
  confidence: number | null;
}

// Real English, including telephone speech, has 0.74 to 0.99 and synthetic English 0.69 to 0.94 (`npm run bench -- speech`).
// Single pieces of nine other languages had 0.16 to 0.55, mostly under 0.4: fluent sentences that nobody said, over and over
// (docs/decisions/010).
const INVENTED_BELOW = 0.35;
const DOUBTFUL_BELOW = 0.5;
const MAX_WORDS_PER_SECOND = 7;
/** Shorter pieces are often not speech at all. */
const JUDGED_MS = 3000;
const MIN_DOUBTED_MS = 5000;
/** Speech in more than this fraction of a recording is more than a false detection. */
const MUCH_SPEECH = 0.1;
/** Per second of detected speech; real recordings have 2 to 4. */
const MIN_WORDS_PER_SECOND = 0.5;

/** How much sense the model made of a piece, 0 to 1: its mean confidence, minus the share of repeated word triples. */
export function senseOf(words: readonly JudgedWord[]): number {
  if (words.length === 0) return 0;
  const confidence = words.reduce((sum, word) => sum + (word.confidence ?? 1), 0) / words.length;
  return confidence * (1 - repeatedShare(words));
}

/**
 * Whether the model made the text up: too little sense, or more words than anybody can say. `keptShare` is the share of the text
 * that was left after cutting a loop.
 */
export function isInvented(words: readonly JudgedWord[], soundMs: number, keptShare: number): boolean {
  if (words.length === 0) return false;
  const isTooFast = words.length > 8 && (words.length / soundMs) * 1000 > MAX_WORDS_PER_SECOND;
  return isTooFast || senseOf(words) * keptShare < INVENTED_BELOW;
}

/** The parts of a recognized chunk that show whether the model understood it. */
interface JudgedChunk {
  startMs: number;
  endMs: number;
  segments: readonly { words: readonly JudgedWord[] }[];
}

/**
 * Whether the engine detected speech but clearly could not make sense of it: another language, heavy noise, a microphone too far
 * away. A long chunk without text counts as no sense; speech throughout the recording with hardly a word is low confidence even
 * if its chunks are short.
 */
export function isLowConfidence(chunks: readonly JudgedChunk[], durationMs: number): boolean {
  return isSenseless(chunks) || hasHardlyText(chunks, durationMs);
}

function isSenseless(chunks: readonly JudgedChunk[]): boolean {
  const judged = chunks.filter((chunk) => lengthMs(chunk) >= JUDGED_MS);
  const totalMs = judged.reduce((sum, chunk) => sum + lengthMs(chunk), 0);
  const sense = judged.reduce((sum, chunk) => sum + lengthMs(chunk) * senseOf(wordsOf(chunk)), 0);
  return totalMs >= MIN_DOUBTED_MS && sense / totalMs < DOUBTFUL_BELOW;
}

function hasHardlyText(chunks: readonly JudgedChunk[], durationMs: number): boolean {
  const spokenMs = chunks.reduce((sum, chunk) => sum + lengthMs(chunk), 0);
  const words = chunks.reduce((sum, chunk) => sum + wordsOf(chunk).length, 0);
  const isMuch = spokenMs >= Math.max(MIN_DOUBTED_MS, durationMs * MUCH_SPEECH);
  return isMuch && (words / spokenMs) * 1000 < MIN_WORDS_PER_SECOND;
}

function lengthMs({ startMs, endMs }: JudgedChunk): number {
  return endMs - startMs;
}

function wordsOf({ segments }: JudgedChunk): JudgedWord[] {
  return segments.flatMap(({ words }) => words);
}

function repeatedShare(words: readonly JudgedWord[]): number {
  if (words.length < 6) return 0;
  const seen = new Set<string>();
  let repeated = 0;
  for (let index = 0; index + 3 <= words.length; index++) {
    const triple = words
      .slice(index, index + 3)
      .map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
      .join(' ');
    if (seen.has(triple)) repeated++;
    seen.add(triple);
  }
  return repeated / (words.length - 2);
}
