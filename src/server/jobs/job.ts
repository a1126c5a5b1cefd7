import type { z } from 'zod';

/** A kind of background job: its queue's name, its payload, and how often it may be tried. The handler is defined elsewhere. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Retries after the first attempt. A job put back by a clean shutdown uses up none. */
  retryLimit: number;
  /** The time limit of one run. */
  expireInSeconds: number;
  /** The longest pause between two attempts; if unset, each pause is twice the previous one. */
  longestPauseSeconds?: number;
  /** The queue that receives the job when its retries are used up. */
  deadLetter?: string;
}

/** Defines a kind of job and keeps the exact type of its payload. */
export function defineJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  return definition;
}
