import { z } from 'zod';
import { Episode } from '#contract/podcasts.ts';

/** What we take from a podcast's feed. */
export const Feed = z.object({
  title: z.string(),
  description: z.string(),
  /** Newest first where all have a date, in the feed's order otherwise. Without those that have no audio or video. */
  episodes: z.array(Episode),
});
export type Feed = z.infer<typeof Feed>;

/** What the process that parses a feed is told. */
export const FeedTask = z.object({
  bytes: z.instanceof(Uint8Array),
  contentType: z.string(),
  /** Where the feed came from, for addresses that are relative. */
  address: z.string(),
});
export type FeedTask = z.infer<typeof FeedTask>;

/** What it answers; a failure is the feed's fault, in words for the log. */
export const FeedAnswer = z.union([z.object({ feed: Feed }), z.object({ failure: z.string() })]);
export type FeedAnswer = z.infer<typeof FeedAnswer>;
