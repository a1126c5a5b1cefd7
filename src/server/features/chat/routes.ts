import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  askShared,
  askTranscript,
  clearConversation,
  getConversation,
  getSharedSuggestions,
  getSuggestions,
  stopAnswer,
} from '#contract/chat.ts';
import { answerWriter } from '../../http/answer-stream.ts';
import { callerOf, payingFor } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { clientAddressOf, countRequests, perPerson } from '../../http/rate-limit.ts';
import { whenClosed } from '../../http/when-closed.ts';
import { suggestFor } from '../analysis/service.ts';
import { type ConversationDeps, StoppedByPerson } from '../conversations/service.ts';
import { openShare } from '../shares/access.ts';
import { requireEditableTranscript, requireReadableTranscript } from '../transcripts/access.ts';
import {
  beginSharedAnswer,
  beginTranscriptAnswer,
  clearTranscriptConversation,
  stopTranscriptAnswer,
  viewTranscriptConversation,
} from './service.ts';

const A_MINUTE = '1 minute';
/** Per user. */
const QUESTIONS_A_MINUTE = 30;
/** Per address and link, and per link in total. */
const VISITOR_QUESTIONS_A_MINUTE = 10;
const LINK_QUESTIONS_A_MINUTE = 40;
/** Per address. */
const VISITOR_READS_A_MINUTE = 300;

export function chatRoutes(app: FastifyInstance, deps: ConversationDeps): void {
  const answer = answerWriter(app);

  mount(app, getConversation, async ({ params }, call) => {
    const transcript = await requireReadableTranscript(deps, call.actor, params.id);
    return deps.work.run(callerOf(call), () => viewTranscriptConversation(deps, call.actor, transcript));
  });

  mount(app, clearConversation, async ({ params }, { actor }) => {
    await clearTranscriptConversation(deps, await requireEditableTranscript(deps, actor, params.id));
    return SUCCESS;
  });

  mount(app, getSuggestions, async ({ params }, call) =>
    suggestFor(deps, await requireReadableTranscript(deps, call.actor, params.id), callerOf(call)),
  );

  mount(
    app,
    askTranscript,
    async ({ params, body }, { actor, request, reply }) => {
      const transcript = await requireEditableTranscript(deps, actor, params.id);
      // A user who leaves finds the answer in the conversation later.
      const asker = { actor, caller: payingFor(request) };
      return answer(await beginTranscriptAnswer(deps, { ...asker, transcript }, body.question), {
        request,
        reply,
      });
    },
    perPerson(QUESTIONS_A_MINUTE),
  );

  mount(app, stopAnswer, async ({ params }, { actor }) => {
    await stopTranscriptAnswer(deps, await requireEditableTranscript(deps, actor, params.id));
    return SUCCESS;
  });

  mount(
    app,
    getSharedSuggestions,
    async ({ params }, call) => {
      const { transcript } = await openShare(deps, params.shareId);
      return suggestFor(deps, transcript, callerOf(call));
    },
    { config: { rateLimit: { max: VISITOR_READS_A_MINUTE, timeWindow: A_MINUTE } } },
  );

  const countForLink = countRequests(app, [
    {
      max: VISITOR_QUESTIONS_A_MINUTE,
      timeWindow: A_MINUTE,
      keyOf: (request) => `${linkOf(request)} ${clientAddressOf(request)}`,
    },
    { max: LINK_QUESTIONS_A_MINUTE, timeWindow: A_MINUTE, keyOf: linkOf },
  ]);
  mount(
    app,
    askShared,
    async ({ params, body }, { request, reply }) => {
      const caller = callerOf({ request, reply });
      const run = await beginSharedAnswer(deps, { shareId: params.shareId, caller }, body);
      return answer(run, { request, reply, gone: stopOnDisconnect(reply) });
    },
    { preHandler: countForLink, config: { takesNoTurn: true } },
  );
}

function linkOf({ params }: FastifyRequest): string {
  return (params as { shareId?: string }).shareId ?? '';
}

/** Aborted when the caller disconnects before the response has ended. */
function stopOnDisconnect(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenClosed(reply.raw, () => gone.abort(new StoppedByPerson()));
  return gone.signal;
}
