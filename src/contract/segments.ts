import { z } from 'zod';

/** A spoken word. Times are integer milliseconds from the start of the recording; confidence is 0 to 1, null where the engine gives none. */
export const Word = z.object({
  text: z.string(),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  confidence: z.number().min(0).max(1).nullable(),
});
export type Word = z.infer<typeof Word>;

/** What one speaker says in one go, at most some sentences long. `timing` says whether word times were measured or estimated from the text's length. */
export const Segment = z.object({
  /** The engine's label ("Speaker 1"); people's names for it are applied when shown. */
  speaker: z.string(),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  text: z.string(),
  words: z.array(Word),
  timing: z.enum(['measured', 'estimated']),
});
export type Segment = z.infer<typeof Segment>;
