import type { z } from 'zod';

/** A kind of background work: its queue's name, what it is told, and how often it may be tried. The handler stands elsewhere. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Tries after the first one. A job that was put back by a clean stop does not use them up. */
  retryLimit: number;
  /** The longest that one run may take. */
  expireInSeconds: number;
  /** The longest pause between two tries; without one each is twice as long as the one before. */
  longestPauseSeconds?: number;
  /** The queue that gets the job when its tries are used up. */
  deadLetter?: string;
}

export function defineJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  return definition;
}
