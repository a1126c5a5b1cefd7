import type { FastifyInstance } from 'fastify';
import { getHealth } from '#contract/health.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { VERSION } from '../../version.ts';
import { isDatabaseUp } from './queries.ts';

export function healthRoutes(app: FastifyInstance, { db, engine }: Pick<Deps, 'db' | 'engine'>): void {
  mount(
    app,
    getHealth,
    async () => {
      if (!(await isDatabaseUp(db))) throw new AppError('unavailable');
      const state = engine.state?.();
      const speech =
        state && (state.processes + state.allowed > 0 ? ('ok' as const) : ('no-memory' as const));
      return { status: 'ok' as const, version: VERSION, ...(speech ? { speech } : {}) };
    },
    { config: { takesNoTurn: true } },
  );
}
