import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Takes over a reply for server-sent events (text/event-stream), with the headers of every response; the caller writes and ends
 * it.
 */
export function beginEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  // An unread request body would hide that the client has disconnected.
  reply.request.raw.resume();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  return raw;
}

/** An event in the stream's format: its name is its type. */
export function serverEvent({ type, ...data }: { type: string }): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
