import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHAT_STREAM_TYPE, type ChatAnswer, type ChatEvent } from '#contract/chat.ts';
import { ERRORS } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { SENT } from './mount.ts';

/** Keeps proxies from ending a connection while the answer is thought about. */
const BEAT_MS = 15_000;

/** Whether the caller wants an answer as it is written. */
export function wantsStream(request: FastifyRequest): boolean {
  return request.headers.accept?.includes(CHAT_STREAM_TYPE) === true;
}

/** Sends an answer as it is written, in the events of `ChatEvent`; a failure is an event too. A caller who went away hears nothing more. */
export async function streamAnswer(
  reply: FastifyReply,
  write: (onText: (text: string) => void) => Promise<ChatAnswer>,
): Promise<typeof SENT> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': `${CHAT_STREAM_TYPE}; charset=utf-8`,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const send = ({ type, ...data }: ChatEvent) => {
    if (!raw.destroyed) raw.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  raw.write(': here\n\n');
  const beat = setInterval(() => raw.destroyed || raw.write(': still here\n\n'), BEAT_MS);
  try {
    send({ type: 'done', ...(await write((text) => text && send({ type: 'text', text }))) });
  } catch (error) {
    const known = error instanceof AppError ? error : undefined;
    if (!known || known.status >= 500) reply.log.error({ err: error }, 'an answer failed');
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
