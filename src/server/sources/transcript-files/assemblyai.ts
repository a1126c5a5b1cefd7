import { z } from 'zod';
import type { FoundText } from './found-text.ts';
import { segmentsOfWords } from './word-segments.ts';

const Time = z.number().nullish();
const Spoken = z.object({ text: z.string(), start: Time, end: Time, speaker: z.string().nullish() });
/** In milliseconds. */
const Remote = z
  .object({
    text: z.string().nullish(),
    utterances: z.array(Spoken).nullish(),
    words: z.array(Spoken).nullish(),
    audio_duration: z.unknown().optional(),
    segments: z.undefined().optional(),
  })
  .refine(
    (file) =>
      (file.utterances ?? file.words) != null || ('text' in file && file.audio_duration !== undefined),
  );

/** Reads a transcript as AssemblyAI's interface returns it: its utterances, or sentences of its words where it told no speakers apart. */
export function readAssemblyai(json: unknown): FoundText | null {
  const { data } = Remote.safeParse(json);
  if (!data) return null;
  const { utterances, words, text } = data;
  const parts = utterances?.length ? utterances : undefined;
  const found = (parts ?? words ?? []).map(({ text: said, start, end, speaker }) => ({
    text: said,
    startMs: start ?? null,
    endMs: end ?? null,
    speaker: speaker ?? null,
  }));
  const whole = { startMs: null, endMs: null, speaker: null, text: text ?? '' };
  const segments = found.length === 0 ? [whole] : parts ? found : segmentsOfWords(found);
  return { format: 'assemblyai', segments, warnings: [] };
}
