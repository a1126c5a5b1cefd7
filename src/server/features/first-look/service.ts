import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { type ShownText, textShownAt } from '../../http/arrivals.ts';
import { inTurn } from '../../http/turns.ts';
import { findSignedIn, hasSession } from '../auth/access.ts';
import { openShare } from '../shares/access.ts';
import { type ReadableTranscript, requireReadableTranscript } from '../transcripts/access.ts';
import { viewBeginning } from '../transcripts/service.ts';
import { markBeginning } from './markup.ts';

/** A page waits no longer for this: its script fetches the same, and more. */
const PATIENCE_MS = 300;

/**
 * Returns a function that gives the first words of the text that a page is about to show, as HTML to read while its script is on its way;
 * empty if the page shows none from its beginning, the caller may not read it, or it takes too long. Decision 100.
 */
export function createFirstLook(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'log'>,
): (exchange: { request: FastifyRequest; reply: FastifyReply }) => Promise<string> {
  return async ({ request, reply }) => {
    const shown = textShownAt(request.url, hasSession(request));
    if (!shown?.fromBeginning) return '';
    const look = Promise.resolve(inTurn(app, { request, reply }, () => lookAt(deps, request, shown.text)));
    return Promise.race([look.catch(withoutLook), delay(PATIENCE_MS, '', { ref: false })]);
  };

  function withoutLook(error: unknown): string {
    if (!(error instanceof AppError)) deps.log.warn({ err: error }, 'a page goes without its first words');
    return '';
  }
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
