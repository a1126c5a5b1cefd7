import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { ShownText } from '../../http/arrivals.ts';
import { clientAddressOf, countRequests } from '../../http/rate-limit.ts';
import { createQueue } from '../../work/gate.ts';
import { findSignedIn } from '../auth/access.ts';
import { openShare } from '../shares/access.ts';
import { type ReadableTranscript, requireReadableTranscript } from '../transcripts/access.ts';
import { viewBeginning } from '../transcripts/service.ts';
import { markBeginning } from './markup.ts';

/** A page waits no longer for this: its script fetches the same, and more. */
const PATIENCE_MS = 300;
/** From one address; pages beyond that go without. */
const A_MINUTE = 300;
/** So few that a crowd leaves the database to everything else. */
const AT_ONCE = 4;
const WAITING = 400;

/**
 * Returns a function that gives the first words of the text that a page is about to show, as HTML to read while its script is on its way;
 * empty if the caller may not read it, if very many are asked for, or if it takes too long. Decision 100.
 */
export function createFirstLook(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'log'>,
): (request: FastifyRequest, text: ShownText) => Promise<string> {
  const count = countRequests(app, [{ max: A_MINUTE, timeWindow: '1 minute', keyOf: clientAddressOf }]);
  const inQueue = createQueue({ atOnce: AT_ONCE, waiting: WAITING });
  return async (request, text) => {
    const over = new AbortController();
    const { signal } = over;
    try {
      await count(request);
      const look = inQueue(signal, () => lookAt(deps, request, text));
      return await Promise.race([look, delay(PATIENCE_MS, '', { signal })]);
    } catch (error) {
      if (!(error instanceof AppError)) deps.log.warn({ err: error }, 'a page goes without its first words');
      return '';
    } finally {
      over.abort();
    }
  };
}

async function lookAt(deps: Pick<Deps, 'db'>, request: FastifyRequest, text: ShownText): Promise<string> {
  const transcript = await readable(deps, request, text);
  const beginning = transcript && (await viewBeginning(deps, transcript));
  return beginning ? markBeginning(beginning, text.on) : '';
}

async function readable(
  deps: Pick<Deps, 'db'>,
  request: FastifyRequest,
  text: ShownText,
): Promise<ReadableTranscript | null> {
  if (text.on === 'shared') return (await openShare(deps, text.shareId)).transcript;
  const actor = await findSignedIn(deps, request);
  return actor && requireReadableTranscript(deps, actor, text.id);
}
