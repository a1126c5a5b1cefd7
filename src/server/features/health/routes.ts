import type { FastifyInstance } from 'fastify';
import { getHealth } from '#contract/health.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { mountOpen } from '../../http/mount.ts';
import { VERSION } from '../../version.ts';
import { isDatabaseUp } from './queries.ts';

export function healthRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  mountOpen(
    app,
    getHealth,
    async () => {
      if (!(await isDatabaseUp(db))) throw new AppError('unavailable');
      return { status: 'ok' as const, version: VERSION };
    },
    { config: { takesNoTurn: true } },
  );
}
