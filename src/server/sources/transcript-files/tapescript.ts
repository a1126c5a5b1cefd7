import { z } from 'zod';
import { type FoundText, msOf } from './found-text.ts';

const Exported = z.object({
  format: z.literal('tapescript-transcript'),
  speakers: z.array(z.object({ label: z.string(), name: z.string() })).default([]),
  segments: z.array(
    z.object({
      speaker: z.string().nullish(),
      start: z.number().nullish(),
      end: z.number().nullish(),
      text: z.string(),
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
    segments: data.segments.map(({ speaker, start, end, text }) => ({
      startMs: msOf(start),
      endMs: msOf(end),
      speaker: speaker == null ? null : (names.get(speaker) ?? speaker),
      text,
    })),
    warnings: [],
  };
}
