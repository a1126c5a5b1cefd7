import type { FastifyInstance } from 'fastify';
import { getSummary, makeSummary as makeSummaryCall } from '#contract/summary.ts';
import { callerOf, payingFor } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { finishBeforeClosing } from '../../http/unfinished.ts';
import { requireEditableTranscript, requireReadableTranscript } from '../transcripts/access.ts';
import { makeSummary, type SummaryDeps, viewSummary } from './service.ts';

const A_MINUTE = { config: { takesNoTurn: true, rateLimit: { max: 20, timeWindow: '1 minute' } } };

export function summaryRoutes(app: FastifyInstance, deps: SummaryDeps): void {
  const unfinished = finishBeforeClosing(app);

  mount(app, getSummary, async ({ params }, call) => {
    const transcript = await requireReadableTranscript(deps, call.actor, params.id);
    return deps.work.run(callerOf(call), () => viewSummary(deps, transcript));
  });

  mount(
    app,
    makeSummaryCall,
    async ({ params }, { actor, request }) => {
      const transcript = await requireEditableTranscript(deps, actor, params.id);
      return unfinished.track(
        makeSummary(deps, { actor, transcript, caller: payingFor(request) }, unfinished.signal),
      );
    },
    A_MINUTE,
  );
}
