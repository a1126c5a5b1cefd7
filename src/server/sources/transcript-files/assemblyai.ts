import { z } from 'zod';
import { type FoundSegment, type FoundText, wordsAt } from './found-text.ts';
import { type SpokenWord, segmentsOfWords } from './word-segments.ts';

const Time = z.number().nullish();
const Spoken = z.object({
  text: z.string(),
  start: Time,
  end: Time,
  speaker: z.string().nullish(),
  confidence: z.number().nullish(),
});
const Utterance = Spoken.extend({ words: z.array(Spoken).nullish() });
/** In milliseconds. */
const Remote = z
  .object({
    text: z.string().nullish(),
    utterances: z.array(Utterance).nullish(),
    words: z.array(Spoken).nullish(),
    language_code: z.string().nullish().catch(null),
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
  const found = utterances?.length ? utterances.map(segmentOf) : segmentsOfWords((words ?? []).map(wordOf));
  const whole = { startMs: null, endMs: null, speaker: null, text: text ?? '' };
  const segments = found.length === 0 ? [whole] : found;
  return { format: 'assemblyai', segments, language: data.language_code, warnings: [] };
}

function segmentOf({ words, ...utterance }: z.infer<typeof Utterance>): FoundSegment {
  const { confidence: _, ...whole } = wordOf(utterance);
  return {
    ...whole,
    words: (words ?? []).map(wordOf).flatMap((word) => wordsAt(word.text, word, word.confidence)),
  };
}

function wordOf({ text, start, end, speaker, confidence }: z.infer<typeof Spoken>): SpokenWord {
  return {
    text,
    startMs: start ?? null,
    endMs: end ?? null,
    speaker: speaker ?? null,
    confidence: confidence ?? null,
  };
}
