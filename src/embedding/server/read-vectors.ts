import { z } from 'zod';
import { parseJson } from '#speech/server/problem.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { unitVector } from '../unit-vector.ts';

/** The most numbers of a vector that is taken; the largest models have 4,096. */
export const MAX_DIMENSIONS = 8192;

/** What is in them is looked at only once their number is known, and numbers one by one: a schema for each takes longer than all the rest. */
const Answer = z.object({ data: z.array(z.unknown()) });
const Entry = z.object({ index: z.int().nonnegative().optional(), embedding: z.array(z.unknown()) });

/**
 * The vectors of an answer, each of length 1, in the order of the texts, which `index` says (without one, that of the answer). Throws
 * SpeechError 'bad_answer' unless there is one for each text, all of them of one size (`dimensions`, if that is known) and of numbers that
 * point somewhere.
 */
export function readVectors(
  text: string,
  { count, dimensions }: { count: number; dimensions: number | null },
): Float32Array[] {
  const answer = Answer.safeParse(parseJson(text)).data;
  if (answer?.data.length !== count) throw new SpeechError({ code: 'bad_answer' });
  let size = dimensions;
  const vectors = new Map<number, Float32Array>();
  for (const [place, entry] of answer.data.entries()) {
    const { index = place, embedding } = entryOf(entry);
    size ??= embedding.length;
    if (index >= count || vectors.has(index) || embedding.length !== size || size > MAX_DIMENSIONS)
      throw new SpeechError({ code: 'bad_answer' });
    vectors.set(index, vectorOf(embedding));
  }
  return Array.from({ length: count }, (_, index) => vectors.get(index) ?? new Float32Array());
}

function entryOf(value: unknown): z.infer<typeof Entry> {
  const entry = Entry.safeParse(value).data;
  if (!entry) throw new SpeechError({ code: 'bad_answer' });
  return entry;
}

function vectorOf(numbers: readonly unknown[]): Float32Array {
  try {
    return unitVector(numbers.map((value) => (typeof value === 'number' ? value : Number.NaN)));
  } catch {
    throw new SpeechError({ code: 'bad_answer' });
  }
}
