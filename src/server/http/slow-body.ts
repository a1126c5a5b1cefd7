import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendError } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is parsed before the handler is called; files are read by their handlers, and may take long. */
    isParsed?: boolean;
  }
}

/** Refuses calls whose body has not fully arrived after `limitMs`: a trickle would hold its connection indefinitely. */
export function refuseSlowBodies(app: FastifyInstance, limitMs: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!request.routeOptions.config.isParsed) return;
    const late = setTimeout(() => {
      // Once a request has fully arrived, its response may take as long as it needs.
      if (reply.sent || request.raw.complete) return;
      reply.header('connection', 'close');
      sendError(reply, new AppError('request_timeout'));
    }, limitMs);
    for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(late));
  });
}
