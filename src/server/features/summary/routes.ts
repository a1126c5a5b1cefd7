import type { FastifyInstance } from 'fastify';
import { getSummary, makeSummary as makeSummaryCall } from '#contract/summary.ts';
import { mount } from '../../http/mount.ts';
import { finishBeforeClosing } from '../../http/unfinished.ts';
import { editTranscript, readTranscript } from '../transcripts/access.ts';
import { makeSummary, type SummaryDeps, viewSummary } from './service.ts';

const A_MINUTE = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } };

export function summaryRoutes(app: FastifyInstance, deps: SummaryDeps): void {
  const unfinished = finishBeforeClosing(app);

  mount(app, getSummary, async ({ params }, { actor }) =>
    viewSummary(deps, await readTranscript(deps, actor, params.id)),
  );

  mount(
    app,
    makeSummaryCall,
    async ({ params }, { actor }) => {
      const transcript = await editTranscript(deps, actor, params.id);
      return unfinished.track(makeSummary(deps, { actor, transcript }, unfinished.signal));
    },
    A_MINUTE,
  );
}
