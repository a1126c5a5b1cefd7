import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import { endPresence, sayPresence } from '#contract/presence.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { requireReadableTranscript } from '../transcripts/access.ts';
import type { Presence } from './service.ts';

/** Where windows say which transcript they show. */
export function presenceRoutes(app: FastifyInstance, deps: Pick<Deps, 'db'>, presence: Presence): void {
  mount(app, sayPresence, async ({ params, body }, { actor }) => {
    const transcript = await requireReadableTranscript(deps, actor, params.id);
    await presence.say(actor, transcript, body);
    return SUCCESS;
  });

  // For whoever can no longer read it, too: a window only ever leaves by itself.
  mount(app, endPresence, async ({ params, query }, { actor }) => {
    await presence.leave(actor, params.id, query.window);
    return SUCCESS;
  });

  app.addHook('preClose', () => presence.close());
}
