import { z } from 'zod';
import { type FoundText, msOf, wordsAt } from './found-text.ts';

const Exported = z.object({
  format: z.literal('tapescript-transcript'),
  title: z.string().optional(),
  language: z.string().nullish(),
  speakers: z.array(z.object({ label: z.string(), name: z.string() })).default([]),
  segments: z.array(
    z.object({
      speaker: z.string().nullish(),
      start: z.number().nullish(),
      end: z.number().nullish(),
      text: z.string(),
      words: z
        .array(
          z.object({
            text: z.string(),
            start: z.number(),
            end: z.number(),
            confidence: z.number().nullish(),
          }),
        )
        .optional(),
    }),
  ),
});

/** Reads what domain/exports/json.ts writes; a speaker is the name of the label. */
export function readTapescript(json: unknown): FoundText | null {
  const { data } = Exported.safeParse(json);
  if (!data) return null;
  const names = new Map(data.speakers.map(({ label, name }) => [label, name]));
  return {
    format: 'tapescript',
    segments: data.segments.map(({ speaker, start, end, text, words = [] }) => ({
      startMs: msOf(start),
      endMs: msOf(end),
      speaker: speaker == null ? null : (names.get(speaker) ?? speaker),
      label: speaker ?? undefined,
      text,
      words: words.flatMap((word) =>
        wordsAt(word.text, { startMs: msOf(word.start), endMs: msOf(word.end) }, word.confidence),
      ),
    })),
    language: data.language,
    title: data.title,
    warnings: [],
  };
}
