import type { FastifyInstance } from 'fastify';
import { Stopping } from '../jobs/queue.ts';

/** Work that continues after its caller has gone, and that must finish before the application exits. */
export interface Unfinished {
  /** Aborted, with Stopping, when the application stops. */
  signal: AbortSignal;
  /** Makes the application wait for this work before it closes. */
  track<Result>(work: Promise<Result>): Promise<Result>;
}

/** Lets a feature's routes finish their work: on shutdown, the signal is aborted first, then the work is awaited. */
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
