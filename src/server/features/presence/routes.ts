import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import { endPresence, sayPresence } from '#contract/presence.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { requireReadableTranscript } from '../transcripts/access.ts';
import type { Presence } from './service.ts';

/** Where windows say which transcript they show. */
export function presenceRoutes(app: FastifyInstance, deps: Pick<Deps, 'db'>, presence: Presence): void {
  mount(app, sayPresence, async ({ params, body: { window, ...place } }, { actor }) => {
    const transcript = await requireReadableTranscript(deps, actor, params.id);
    await presence.say(actor, transcript, { window, place });
    return SUCCESS;
  });

  mount(app, endPresence, async ({ params, query: { window } }, { actor }) => {
    const transcript = await requireReadableTranscript(deps, actor, params.id);
    await presence.say(actor, transcript, { window, place: null });
    return SUCCESS;
  });

  app.addHook('preClose', () => presence.close());
}
