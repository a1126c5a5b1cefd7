import type { FastifyInstance } from 'fastify';
import { Stopping } from '../jobs/queue.ts';

/** Work that goes on when its caller has gone, and that the application does not end without. */
export interface Unfinished {
  /** Aborted, with Stopping, when the application stops. */
  signal: AbortSignal;
  /** Has the application wait for this work before it closes. */
  track<Result>(work: Promise<Result>): Promise<Result>;
}

/** Lets a feature's routes finish what they have begun: on stopping, first the signal, then what comes of it. */
export function finishBeforeClosing(app: FastifyInstance): Unfinished {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  app.addHook('preClose', async () => {
    closing.abort(new Stopping('The application is stopping.'));
    await Promise.allSettled(running);
  });
  return {
    signal: closing.signal,
    track: async (work) => {
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
  };
}
