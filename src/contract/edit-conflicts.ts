import { z } from 'zod';
import { SegmentId } from './ids.ts';
import { TimestampedSegment } from './segments.ts';

export const ChangedBy = z.object({ name: z.string(), isYou: z.boolean() });
export type ChangedBy = z.infer<typeof ChangedBy>;

/** What has become of a segment since the revision that an edit was based on. */
export const Became = z.object({
  /** The segments at that revision whose text has been mixed with its own since, and itself, in order. */
  before: z.array(z.object({ id: SegmentId, text: z.string() })),
  /** Those that hold that text now, in order; none if it was deleted. */
  now: z.array(TimestampedSegment),
});
export type Became = z.infer<typeof Became>;
