import { z } from 'zod';
import { Episode } from '#contract/podcasts.ts';

/** What we use of a podcast's feed. */
export const Feed = z.object({
  title: z.string(),
  description: z.string(),
  /** Newest first, then those without a date in the feed's order. Without those that have no audio or video. */
  episodes: z.array(Episode),
});
export type Feed = z.infer<typeof Feed>;

/** The task of the process that parses feeds. */
export const FeedTask = z.object({
  bytes: z.instanceof(Uint8Array),
  contentType: z.string(),
  /** The feed's address, for resolving relative addresses. */
  address: z.string(),
});
export type FeedTask = z.infer<typeof FeedTask>;

/** The reply; a failure is the feed's fault, and its text is for the log. */
export const FeedAnswer = z.union([z.object({ feed: Feed }), z.object({ failure: z.string() })]);
export type FeedAnswer = z.infer<typeof FeedAnswer>;
