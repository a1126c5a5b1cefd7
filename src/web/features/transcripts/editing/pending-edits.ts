import { z } from 'zod';
import { SegmentText } from '#contract/edits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { formatTimestamp } from '#domain/timecode.ts';
import { joinWords } from '#domain/tokens.ts';

/** A segment's id; negative until the server assigns the real one. */
const LocalId = z.int();

/** An edit made here that the server has not confirmed. It is displayed at once and kept across a reload. */
export const PendingEdit = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    segmentId: LocalId,
    revision: z.int(),
    text: z.string(),
    /** The text before, with what was done earlier here; missing in drafts of older versions. */
    base: z.string().optional(),
  }),
  z.object({
    kind: z.literal('split'),
    segmentId: LocalId,
    revision: z.int(),
    before: z.string(),
    after: z.string(),
    newId: LocalId,
    /** Start of the second part. */
    atSeconds: z.number(),
    base: z.string().optional(),
  }),
  z.object({
    kind: z.literal('join'),
    segmentId: LocalId,
    revision: z.int(),
    nextId: LocalId,
    nextRevision: z.int(),
    base: z.string().optional(),
    nextBase: z.string().optional(),
  }),
  z.object({
    kind: z.literal('delete'),
    segmentId: LocalId,
    revision: z.int(),
    before: z.string(),
    base: z.string(),
    between: z.array(z.object({ id: LocalId, revision: z.int() })),
    lastId: LocalId,
    lastRevision: z.int(),
    after: z.string(),
    lastBase: z.string(),
    /** The texts of the first and the last one after it; null for those that it removes. */
    left: z.object({ first: z.string().nullable(), last: z.string().nullable() }),
  }),
]);
export type PendingEdit = z.infer<typeof PendingEdit>;

type Segments = readonly TimestampedSegment[];

/** The text with unsaved changes applied. Untouched segments stay the same objects. */
export function withPending(segments: Segments, pending: readonly PendingEdit[]): Segments {
  return pending.reduce(withEdit, segments);
}

function withEdit(segments: Segments, edit: PendingEdit): Segments {
  const index = segments.findIndex(({ id }) => id === edit.segmentId);
  const segment = segments[index];
  // Deleted in the meantime: the server will say so.
  if (!segment) return segments;
  switch (edit.kind) {
    case 'text':
      return segments.with(index, { ...segment, text: edit.text });
    case 'split':
      return segments.toSpliced(index, 1, ...halves(segment, segments[index + 1], edit));
    case 'join': {
      const next = segments[index + 1];
      if (next?.id !== edit.nextId) return segments;
      const joined = { ...segment, text: joinSegmentTexts(segment.text, next.text), end: next.end };
      return segments.toSpliced(index, 2, joined);
    }
    case 'delete': {
      const last = segments.findIndex(({ id }) => id === edit.lastId);
      return last < index ? segments : withDeletion(segments, edit, [index, last]);
    }
  }
}

function withDeletion(
  segments: Segments,
  { left, after }: Extract<PendingEdit, { kind: 'delete' }>,
  [first, last]: [number, number],
): Segments {
  const end = segments[last];
  const isJoined = left.last === null && after !== '' && left.first !== null;
  const kept = segments.slice(first, last + 1).flatMap((segment, index, all) => {
    const text = index === 0 ? left.first : index === all.length - 1 ? left.last : null;
    if (text === null) return [];
    return [{ ...segment, text, ...(index === 0 && isJoined && end ? { end: end.end } : {}) }];
  });
  return segments.toSpliced(first, last - first + 1, ...kept);
}

function halves(
  segment: TimestampedSegment,
  next: TimestampedSegment | undefined,
  { before, after, newId, atSeconds }: Extract<PendingEdit, { kind: 'split' }>,
): [TimestampedSegment, TimestampedSegment] {
  const position = (segment.position + (next?.position ?? segment.position + 1)) / 2;
  return [
    { ...segment, text: before, end: atSeconds },
    {
      ...segment,
      id: newId,
      position,
      text: after,
      start: atSeconds,
      timestamp: formatTimestamp(atSeconds),
    },
  ];
}

export function joinSegmentTexts(first: string, second: string): string {
  return joinWords([first, second].filter((text) => text !== ''));
}

/** Why a text cannot be saved; null when it can. */
export function editProblemOf(text: string): string | null {
  const checked = SegmentText.safeParse(text);
  return checked.success ? null : (checked.error.issues[0]?.message ?? 'This text cannot be saved.');
}
