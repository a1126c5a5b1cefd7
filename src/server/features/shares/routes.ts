import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  createShare,
  getShare,
  getSharedTranscript,
  getSharedWaveform,
  getSharedWords,
  revokeShare,
} from '#contract/shares.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { LARGE_ANSWER, mount, type SENT } from '../../http/mount.ts';
import { publicOrigin } from '../../http/origin.ts';
import { sendPacked } from '../../http/packed-json.ts';
import { requireOwnedTranscript } from '../transcripts/access.ts';
import { revoke, share, viewShare, viewShared, viewSharedWaveform, viewSharedWords } from './service.ts';

/** Links cannot be guessed (128 random bits); the limit keeps attempts cheap for us. */
const FOR_VISITORS: RouteShorthandOptions = {
  ...LARGE_ANSWER,
  config: { rateLimit: { max: 300, timeWindow: '1 minute' } },
  // Anyone holding the link can read; search engines should not index it.
  onSend: async (_request, reply) => void reply.header('x-robots-tag', 'noindex'),
};

export function shareRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'signer' | 'work' | 'events' | 'jobs'>,
): void {
  mount(app, createShare, async ({ params, body }, { actor, request }) => {
    const transcript = await requireOwnedTranscript(deps, actor, params.id);
    return share(deps, { transcript, origin: publicOrigin(request, deps.config.publicUrl) }, body);
  });

  mount(app, getShare, async ({ params }, { actor, request }) =>
    viewShare(
      deps,
      await requireOwnedTranscript(deps, actor, params.id),
      publicOrigin(request, deps.config.publicUrl),
    ),
  );

  mount(app, revokeShare, async ({ params }, { actor }) => {
    await revoke(deps, await requireOwnedTranscript(deps, actor, params.id));
    return SUCCESS;
  });

  mount(
    app,
    getSharedTranscript,
    async ({ params }, call): Promise<typeof SENT> => {
      const { text, details } = await viewShared(deps, params.shareId, callerOf(call));
      return sendPacked(call, text, details);
    },
    FOR_VISITORS,
  );
  mount(
    app,
    getSharedWords,
    async ({ params }, call): Promise<typeof SENT> =>
      sendPacked(call, await viewSharedWords(deps, params.shareId, callerOf(call))),
    FOR_VISITORS,
  );
  mount(app, getSharedWaveform, ({ params }) => viewSharedWaveform(deps, params.shareId), FOR_VISITORS);
}
