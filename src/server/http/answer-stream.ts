import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerHooks } from '#ai/provider.ts';
import { CHAT_STREAM_TYPE, type ChatEvent } from '#contract/chat.ts';
import { ERRORS } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { beginEventStream, serverEvent } from './event-stream.ts';
import { SENT } from './mount.ts';
import { finishBeforeClosing } from './unfinished.ts';

/** Keeps proxies from closing a connection while the model is thinking. */
const BEAT_MS = 15_000;

/** Who asked, and where the answer goes. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when nobody is left to read the answer; if unset, the answer is finished after the caller has gone. */
  gone?: AbortSignal;
}

/**
 * Lets a feature's routes write answers: as a stream if the caller asks for one, else as a whole. The application does not close
 * before they have ended.
 */
export function answerWriter(app: FastifyInstance) {
  const unfinished = finishBeforeClosing(app);
  return <Answer extends object>(
    run: { write(hooks: AnswerHooks): Promise<Answer> },
    { request, reply, gone }: Exchange,
  ): Promise<Answer | typeof SENT> => {
    const signal = gone ? AbortSignal.any([gone, unfinished.signal]) : unfinished.signal;
    const write = (onText: (text: string) => void) => unfinished.track(run.write({ signal, onText }));
    return wantsStream(request) ? streamAnswer(reply, write) : write(() => undefined);
  };
}

/** Whether the caller wants the answer while it is being written. */
function wantsStream(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(CHAT_STREAM_TYPE) === true;
}

/**
 * Streams an answer while it is being written, as events of `ChatEvent` or `CollectionChatEvent`; a failure is an event, too. Stops
 * sending when the caller disconnects.
 */
async function streamAnswer(
  reply: FastifyReply,
  write: (onText: (text: string) => void) => Promise<object>,
): Promise<typeof SENT> {
  const raw = beginEventStream(reply);
  const send = (event: Exclude<ChatEvent, { type: 'done' }> | { type: 'done' }) => {
    if (!raw.destroyed) raw.write(serverEvent(event));
  };
  raw.write(': here\n\n');
  const beat = setInterval(() => raw.destroyed || raw.write(': still here\n\n'), BEAT_MS);
  try {
    send({ type: 'done', ...(await write((text) => text && send({ type: 'text', text }))) });
  } catch (error) {
    const known = error instanceof AppError ? error : undefined;
    if (!known || known.status >= 500) reply.log.error({ err: error }, 'response failed');
    send({
      type: 'failed',
      code: known?.code ?? 'internal',
      message: known?.message ?? ERRORS.internal.message,
    });
  } finally {
    clearInterval(beat);
    raw.end();
  }
  return SENT;
}
