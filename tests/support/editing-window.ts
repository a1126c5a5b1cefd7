import type { EditResult } from '#contract/edits.ts';
import { type Edit, editTranscript } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { getTranscript } from '#contract/transcripts.ts';
import { withChanged } from '#web/features/transcripts/editing/apply-result.ts';
import { createEditQueue } from '#web/features/transcripts/editing/edit-queue.ts';
import { withPending } from '#web/features/transcripts/editing/pending-edits.ts';
import { ApiError } from '#web/lib/api.ts';
import { type Person, Refused } from './person.ts';

export type EditingWindow = Awaited<ReturnType<typeof openEditingWindow>>;

/** A window in which somebody edits a transcript, without its screen: what it shows changes only by its own edits, until `refresh`. */
export async function openEditingWindow(person: Person, id: TranscriptId) {
  const params = { id };
  const fetchSegments = async () => (await person.call(getTranscript, { params })).timestampedTranscript;
  let segments: TimestampedSegment[] = await fetchSegments();
  const problems: string[] = [];
  const apply = (change: Pick<EditResult, 'changed' | 'removed'>) => {
    segments = withChanged(segments, change);
  };
  const queue = createEditQueue({
    send: (edit: Edit) => asInPage(person.call(editTranscript, { params, body: edit })),
    apply,
    learn: apply,
    moved: () => undefined,
    segments: () => segments,
    refetch: async () => {
      segments = await fetchSegments();
    },
    saveDrafts: () => true,
    showProblem: (message) => problems.push(message),
    signedOut: () => problems.push('signed out'),
    clock: {
      now: Date.now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
  });
  const shown = () => withPending(segments, queue.snapshot().pending);
  return {
    queue,
    problems,
    shown,
    texts: () => shown().map(({ text }) => text),
    /** The segment at a place, as this window knows it. */
    at: (index: number) => {
      const segment = shown()[index];
      if (!segment) throw new Error(`There is no segment ${index}.`);
      return segment;
    },
    /** Runs an edit on the server once everything typed is saved. */
    command: (edit: Edit) => queue.run(() => asInPage(person.call(editTranscript, { params, body: edit }))),
    /** Saves, and waits until nothing is left but what a person must decide. */
    settled: () =>
      new Promise<void>((resolve) => {
        queue.flush();
        const isSettled = () => ['idle', 'saved', 'held'].includes(queue.snapshot().state);
        if (isSettled()) return resolve();
        const stop = queue.subscribe(() => {
          if (!isSettled()) return;
          stop();
          resolve();
        });
      }),
    refresh: async () => {
      segments = await fetchSegments();
    },
  };
}

/** Failures as the page's own calls throw them. */
async function asInPage(request: Promise<EditResult>): Promise<EditResult> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new ApiError(error.status, '', JSON.stringify(error.body));
  }
}
