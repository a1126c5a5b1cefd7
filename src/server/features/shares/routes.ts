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
import { LARGE_ANSWER, mount, mountOpen } from '../../http/mount.ts';
import { publicOrigin } from '../../http/origin.ts';
import { ownTranscript } from '../transcripts/access.ts';
import { revoke, share, viewShare, viewShared, viewSharedWaveform, viewSharedWords } from './service.ts';

/** Links cannot be guessed (128 random bits); the limit keeps the trying cheap for us. */
const FOR_VISITORS: RouteShorthandOptions = {
  ...LARGE_ANSWER,
  config: { rateLimit: { max: 300, timeWindow: '1 minute' } },
  // Whoever got the link may read; search engines are not meant.
  onSend: async (_request, reply) => void reply.header('x-robots-tag', 'noindex'),
};

export function shareRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'signer'>,
): void {
  mount(app, createShare, async ({ params, body }, { actor, request }) => {
    const transcript = await ownTranscript(deps, actor, params.id);
    return share(deps, { transcript, origin: publicOrigin(request, deps.config.publicUrl) }, body);
  });

  mount(app, getShare, async ({ params }, { actor, request }) =>
    viewShare(
      deps,
      await ownTranscript(deps, actor, params.id),
      publicOrigin(request, deps.config.publicUrl),
    ),
  );

  mount(app, revokeShare, async ({ params }, { actor }) => {
    await revoke(deps, await ownTranscript(deps, actor, params.id));
    return SUCCESS;
  });

  mountOpen(app, getSharedTranscript, ({ params }) => viewShared(deps, params.shareId), FOR_VISITORS);
  mountOpen(app, getSharedWords, ({ params }) => viewSharedWords(deps, params.shareId), FOR_VISITORS);
  mountOpen(app, getSharedWaveform, ({ params }) => viewSharedWaveform(deps, params.shareId), FOR_VISITORS);
}
