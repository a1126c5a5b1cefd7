import { z } from 'zod';
import { parseJson } from '#speech/server/problem.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { unitVector } from '../unit-vector.ts';

/** The most numbers of a vector that is taken; the largest models have 4,096. */
export const MAX_DIMENSIONS = 8192;

/** The numbers are looked at one by one below: a schema for each would take longer than all the rest. */
const Answer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative().optional(), embedding: z.array(z.unknown()) })),
});

/**
 * The vectors of an answer, each of length 1, in the order of the texts, which `index` says (without one, that of the answer). Throws
 * SpeechError 'bad_answer' unless there is one for each text, all of them of one size (`dimensions`, if that is known) and of numbers that
 * point somewhere.
 */
export function readVectors(
  text: string,
  { count, dimensions }: { count: number; dimensions: number | null },
): Float32Array[] {
  const parsed = Answer.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.data.length !== count) throw new SpeechError({ code: 'bad_answer' });
  const size = dimensions ?? parsed.data.data[0]?.embedding.length ?? 0;
  const vectors = new Map<number, Float32Array>();
  for (const [place, { index = place, embedding }] of parsed.data.data.entries()) {
    if (index >= count || vectors.has(index) || embedding.length !== size || size > MAX_DIMENSIONS)
      throw new SpeechError({ code: 'bad_answer' });
    vectors.set(index, vectorOf(embedding));
  }
  return Array.from({ length: count }, (_, index) => vectors.get(index) ?? new Float32Array());
}

function vectorOf(numbers: readonly unknown[]): Float32Array {
  try {
    return unitVector(numbers.map((value) => (typeof value === 'number' ? value : Number.NaN)));
  } catch {
    throw new SpeechError({ code: 'bad_answer' });
  }
}
