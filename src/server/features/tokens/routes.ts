import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { createOwnToken, listOwnTokens, revokeOwnToken } from './service.ts';

/** Personal access tokens. */
export function tokenRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'events'>): void {
  mount(app, listTokens, (_input, { actor }) => listOwnTokens(deps, actor));

  mount(app, createToken, ({ body }, { actor }) => createOwnToken(deps, actor, body));

  mount(app, revokeToken, async ({ params }, { actor }) => {
    await revokeOwnToken(deps, actor, params.id);
    return SUCCESS;
  });
}
