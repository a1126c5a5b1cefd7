import { TranscriptId } from '#contract/ids.ts';
import type { Summary } from '#contract/summary.ts';
import { checkSummary } from '#domain/summary.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { endsWithTranscript, whileWanted } from '../../events/unwanted.ts';
import type { Caller } from '../../work/caller.ts';
import {
  citedNow,
  holdLease,
  isFree,
  keepLease,
  providerFor,
  quotasOf,
  readTranscriptContext,
  takeTurn,
  toAppError,
} from '../analysis/service.ts';
import { consume, refund } from '../quotas/service.ts';
import type { EditableTranscript, ReadableTranscript } from '../transcripts/access.ts';
import { notifyReaders, ownerOf } from '../transcripts/service.ts';
import { presentSummary } from './present.ts';
import { findSummary, type SummaryRow, storeSummary } from './queries.ts';

export type SummaryDeps = Pick<Deps, 'config' | 'db' | 'events' | 'cipher' | 'work' | 'log'>;

/** How often windows are notified that the summary is still being written. */
const BEAT_MS = 2000;

/** The current summary; null before one was made. */
export async function viewSummary(
  deps: SummaryDeps,
  transcript: ReadableTranscript,
): Promise<Summary | null> {
  const row = await findSummary(deps.db, transcript.id);
  return row ? present(deps, transcript, row) : null;
}

/**
 * Writes the summary and replaces the previous one, which stays if this fails. Throws 'transcript_not_completed',
 * 'summary_pending', 'daily_limit', 'total_daily_limit', and the provider's failures.
 */
export async function makeSummary(
  deps: SummaryDeps,
  { actor, transcript, caller }: { actor: Actor; transcript: EditableTranscript; caller: Caller },
  signal: AbortSignal,
): Promise<Summary> {
  if (transcript.status !== 'completed') throw new AppError('transcript_not_completed');
  const { provider, account } = await providerFor(deps, actor.id);
  const quotas = quotasOf(deps, actor, account);
  const name = `summary:transcript:${transcript.id}`;
  const { taken, consumed } = await deps.db.transaction(async (tx) => {
    const taken = await takeTurn(tx, { name, pending: 'summary_pending' });
    return { taken, consumed: quotas && (await consume({ db: tx, log: deps.log }, quotas)) };
  });
  const lease = keepLease(deps, taken);
  const reason = new AppError('transcript_not_found');
  const wanted = whileWanted(deps.events, {
    isEnd: endsWithTranscript(transcript.id),
    isWanted: async () => (await ownerOf(deps, transcript.id)) !== undefined,
    reason,
  });
  const reporter = reportProgress(deps, transcript);
  let isAsked = false;
  try {
    const { source, index } = await readTranscriptContext(deps, transcript, caller);
    isAsked = true;
    const draft = await provider.summarize(source, {
      signal: AbortSignal.any([signal, lease.signal, wanted.signal]),
      onProgress: reporter.report,
    });
    const { citations, ...content } = checkSummary(index, draft);
    const { id: transcriptId, version } = transcript;
    const row = await deps.db.transaction(async (tx) => {
      // Another run has taken over because this node stalled: its summary is newer.
      if (!(await holdLease(tx, taken))) throw new AppError('summary_pending');
      return storeSummary(tx, { transcriptId, content, citations, version, provider: provider.name });
    });
    return await present(deps, transcript, row);
  } catch (error) {
    if (consumed && (!isAsked || isFree(error))) await refund(deps, consumed);
    throw wanted.signal.aborted ? reason : toAppError(deps, error);
  } finally {
    wanted.end();
    reporter.end();
    await lease.release();
    const id = TranscriptId.parse(transcript.id);
    await notifyReaders(deps, { db: deps.db, row: transcript }, { type: 'summary.changed', id });
  }
}

async function present(deps: SummaryDeps, transcript: ReadableTranscript, row: SummaryRow): Promise<Summary> {
  return presentSummary(row, transcript, await citedNow(deps, transcript, row.citations));
}

/** Reports the progress to the readers' windows every two seconds, so that a window opened in the meantime sees it, too. */
function reportProgress(deps: SummaryDeps, row: ReadableTranscript) {
  const id = TranscriptId.parse(row.id);
  let percent = 0;
  const send = () =>
    // A missed progress event does no harm; completion has its own event.
    notifyReaders(deps, { db: deps.db, row }, { type: 'summary.progress', id, percent }).catch(
      () => undefined,
    );
  const beat = setInterval(send, BEAT_MS);
  return {
    report: (done: number) => {
      percent = Math.round(done * 100);
    },
    end: () => clearInterval(beat),
  };
}
