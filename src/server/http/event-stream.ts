import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Takes a reply over for server-sent events (text/event-stream), with the headers that every answer has; the caller writes and ends it. */
export function beginEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  // A body that nobody reads would hide that the reader has gone.
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

/** An event as it is written into such a stream: its name is its type. */
export function serverEvent({ type, ...data }: { type: string }): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
