import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SegmentWords } from '#contract/segments.ts';
import { type ExportedJson, exportJson, type JsonSource } from './json.ts';

const Exported = z.strictObject({
  format: z.literal('tapescript-transcript'),
  version: z.literal(1),
  title: z.string(),
  duration: z.number().nullable(),
  language: z.string().nullable(),
  speakers: z.array(z.strictObject({ label: z.string(), name: z.string() })),
  segments: z.array(
    z.strictObject({
      speaker: z.string(),
      start: z.number(),
      end: z.number(),
      text: z.string(),
      words: z
        .array(
          z.strictObject({
            text: z.string(),
            start: z.number(),
            end: z.number(),
            confidence: z.number().nullable(),
          }),
        )
        .optional(),
    }),
  ),
});

const segment = (id: number, speaker: string, text: string) => ({
  id,
  revision: 1,
  speaker,
  text,
  start: id,
  end: id + 0.5,
});
const source = (changes: Partial<JsonSource>): JsonSource => ({
  title: 'Talk',
  duration: 12.5,
  language: 'en',
  speakerNames: {},
  showSpeakers: true,
  timestampedTranscript: [segment(1, 'A', 'Hi.'), segment(2, 'B', ' '), segment(3, 'B', 'Ho.')],
  ...changes,
});
const read = (made: string): ExportedJson => Exported.parse(JSON.parse(made)) as ExportedJson;

describe('exportJson', () => {
  it('has the title, the speakers with their names, and the segments except blank ones', () =>
    expect(read(exportJson(source({ speakerNames: { B: 'Bo' } })))).toEqual({
      format: 'tapescript-transcript',
      version: 1,
      title: 'Talk',
      duration: 12.5,
      language: 'en',
      speakers: [
        { label: 'A', name: 'A' },
        { label: 'B', name: 'Bo' },
      ],
      segments: [
        { speaker: 'A', start: 1, end: 1.5, text: 'Hi.' },
        { speaker: 'B', start: 3, end: 3.5, text: 'Ho.' },
      ],
    }));

  it('has the words of a segment unless they belong to another revision', () => {
    const words = (id: number, revision: number): [number, SegmentWords] => [
      id,
      { id, revision, words: [['Hi.', 1, 1.25, 0.5]] },
    ];
    const { segments } = read(exportJson(source({}), new Map([words(1, 1), words(3, 2)])));
    expect(segments[0]?.words).toEqual([{ text: 'Hi.', start: 1, end: 1.25, confidence: 0.5 }]);
    expect(segments[1]).not.toHaveProperty('words');
  });

  it('shows one speaker if speakers are hidden', () => {
    const { speakers, segments } = read(exportJson(source({ showSpeakers: false })));
    expect(speakers).toEqual([{ label: 'A', name: 'A' }]);
    expect(segments.map(({ speaker }) => speaker)).toEqual(['A', 'A']);
  });

  it.each([[[]], [[segment(1, 'A', '"quoted" \u2028 \ud800 \\ end')]]])('stays JSON with %j', (segments) => {
    const made = read(exportJson(source({ title: '"}\u0000', timestampedTranscript: segments })));
    expect(made.title).toBe('"}');
    expect(made.segments).toHaveLength(segments.length);
  });

  it('writes one segment per line', () =>
    expect(exportJson(source({})).match(/^ {4}\{"speaker".*\},?$/gm)).toHaveLength(2));
});
