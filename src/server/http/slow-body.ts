import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendError } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is parsed before the handler is called; files are read by their handlers, and may take long. */
    isParsed?: boolean;
  }
}

/** Refuses calls whose body has not arrived whole after `limitMs`: a trickle would hold its connection for as long as it likes. */
export function refuseSlowBodies(app: FastifyInstance, limitMs: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!request.routeOptions.config.isParsed) return;
    const late = setTimeout(() => {
      // What is here, or never had a body, may take as long to be answered as it needs.
      if (reply.sent || request.raw.complete) return;
      reply.header('connection', 'close');
      sendError(reply, new AppError('request_timeout'));
    }, limitMs);
    for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(late));
  });
}
