import { hashKey, type QueryClient } from '@tanstack/react-query';
import { type EditResult, editTranscript } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { call, urlOf } from '#web/lib/api.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { claim, claimIfFree } from '#web/lib/window-lock.ts';
import { wordsQuery } from '#web/player/data.ts';
import { toast } from '#web/ui/toast-store.ts';
import { leaveForLogin } from '#web/ui/use-unauthorized.ts';
import { changeMutation, transcriptQuery } from '../data.ts';
import { withChanged, withChangedWords, withEditResult } from './apply-result.ts';
import type { RowPlace } from './carry-over.ts';
import { createDraftStore } from './draft-store.ts';
import { createEditQueue } from './edit-queue.ts';
import { type PendingEdit, withPending } from './pending-edits.ts';
import { sentOnLeave } from './pending-facts.ts';
import type { QueueSnapshot } from './save-state.ts';

export interface SessionSnapshot extends QueueSnapshot {
  /** The segments as displayed: from the server, with unsaved changes applied. */
  segments: readonly TimestampedSegment[];
}

export type EditSession = ReturnType<typeof createEditSession>;

const sessions = new WeakMap<QueryClient, Map<TranscriptId, EditSession>>();

/** The one session of a transcript in this window; it stays alive while something is being saved. */
export function editSessionOf(queryClient: QueryClient, id: TranscriptId): EditSession {
  const known = sessionsIn(queryClient);
  const session = known.get(id) ?? createEditSession(queryClient, id);
  known.set(id, session);
  return session;
}

function sessionsIn(queryClient: QueryClient): Map<TranscriptId, EditSession> {
  const known = sessions.get(queryClient) ?? new Map<TranscriptId, EditSession>();
  sessions.set(queryClient, known);
  return known;
}

function createEditSession(queryClient: QueryClient, id: TranscriptId) {
  const { queryKey } = transcriptQuery(id);
  const hash = hashKey(queryKey);
  const words = wordsQuery(id);
  const drafts = createDraftStore(localStorage, id, crypto.randomUUID());
  const cached = () => queryClient.getQueryData(queryKey)?.timestampedTranscript ?? [];

  const queue = createEditQueue({
    send: (edit) => send(() => call(editTranscript, { params: { id }, body: edit })),
    apply,
    learn: (change) => {
      queryClient.setQueryData(
        queryKey,
        (shown) =>
          shown && { ...shown, timestampedTranscript: withChanged(shown.timestampedTranscript, change) },
      );
      void queryClient.invalidateQueries({ queryKey: words.queryKey });
    },
    segments: cached,
    refetch: () => queryClient.refetchQueries({ queryKey }),
    saveDrafts: drafts.save,
    moved: (placeOf) => {
      for (const notify of movers) notify(placeOf);
    },
    showProblem: (message) => toast({ title: 'Not done', description: message, variant: 'destructive' }),
    signedOut: leaveForLogin,
    clock: {
      now: Date.now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
  });

  /**
   * As a mutation, so that the page knows that this transcript is being changed from here and need not fetch it when the
   * server reports it. Resolves before the lists are up to date, which the mutation waits for.
   */
  function send(request: () => Promise<EditResult>): Promise<EditResult> {
    const { promise, resolve, reject } = Promise.withResolvers<EditResult>();
    const mutation = queryClient.getMutationCache().build(queryClient, {
      ...(changeMutation.mutationKey ? { mutationKey: changeMutation.mutationKey } : {}),
      // The queue itself waits for the connection.
      networkMode: 'always',
      mutationFn: async (_: { id: TranscriptId }) => {
        try {
          resolve(await request());
        } catch (error) {
          reject(error);
          throw error;
        }
      },
      meta: { invalidates: [TRANSCRIPT_LISTS_KEY] },
    });
    mutation.execute({ id }).catch(() => undefined);
    return promise;
  }

  function apply(result: EditResult): void {
    // A response in flight may be older than this one.
    const isFetching = queryClient.isFetching({ queryKey, exact: true }) > 0;
    void queryClient.cancelQueries({ queryKey, exact: true });
    queryClient.setQueryData(queryKey, (shown) => shown && withEditResult(shown, result));
    queryClient.setQueryData(words.queryKey, (shown) => shown && withChangedWords(shown, result));
    if (isFetching) void queryClient.invalidateQueries({ queryKey, exact: true });
  }

  /** The row being edited displays its own text. */
  let writingIn: number | null = null;
  let from: { cached: readonly TimestampedSegment[]; pending: readonly PendingEdit[] } = {
    cached: cached(),
    pending: [],
  };
  let shown: SessionSnapshot = { ...queue.snapshot(), segments: from.cached };
  const watchers = new Set<() => void>();

  function update(): void {
    const snapshot = queue.snapshot();
    const hidden = writingIn === null ? null : queue.idOf(writingIn);
    const pending = snapshot.pending.filter(({ kind, segmentId }) => kind !== 'text' || segmentId !== hidden);
    const isSame = from.cached === cached() && isEqual(from.pending, pending);
    from = isSame ? from : { cached: cached(), pending };
    shown = { ...snapshot, segments: isSame ? shown.segments : withPending(from.cached, pending) };
  }

  function refresh(): void {
    update();
    for (const notify of watchers) notify();
  }

  const movers = new Set<(placeOf: (place: RowPlace) => RowPlace) => void>();
  let release: (() => void) | null = null;

  async function takeOver(): Promise<void> {
    for (const name of drafts.others()) {
      if (!(await claimIfFree(name))) continue;
      const left = drafts.take(name);
      if (left.length === 0) continue;
      queue.load(left);
      toast({ title: 'Unsaved changes were restored' });
    }
  }

  /** The page is being left: unsaved texts are sent without waiting for a response. Everything is kept until it is confirmed. */
  function sendOnLeave(): void {
    const { pending, conflicts, problems } = queue.snapshot();
    const held = new Set([...conflicts.map(({ segmentId }) => segmentId), ...problems.keys()]);
    for (const body of sentOnLeave(pending, held)) {
      const request = fetch(urlOf(editTranscript.path, { id }), {
        method: editTranscript.method,
        credentials: 'include',
        keepalive: true,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      request.catch(() => undefined);
    }
  }

  function start(): () => void {
    sessionsIn(queryClient).set(id, session);
    release ??= claim(drafts.name);
    const stopCache = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === hash && cached() !== from.cached) refresh();
    });
    const stopQueue = queue.subscribe(refresh);
    const onHide = () => document.visibilityState === 'hidden' && queue.flush();
    addEventListener('online', queue.retryNow);
    addEventListener('pagehide', sendOnLeave);
    document.addEventListener('visibilitychange', onHide);
    refresh();
    void takeOver();
    return () => {
      queue.flush();
      stopCache();
      stopQueue();
      removeEventListener('online', queue.retryNow);
      removeEventListener('pagehide', sendOnLeave);
      document.removeEventListener('visibilitychange', onHide);
      if (queue.snapshot().pending.length > 0) return;
      release?.();
      release = null;
      if (sessionsIn(queryClient).get(id) === session) sessionsIn(queryClient).delete(id);
    };
  }

  const session = {
    queue,
    start,
    snapshot: () => {
      // The cache may have changed while there were no listeners.
      if (cached() !== from.cached) update();
      return shown;
    },
    subscribe: (notify: () => void) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    /** Calls `move` when what was written here stands somewhere else now. */
    onMoved: (move: (placeOf: (place: RowPlace) => RowPlace) => void) => {
      movers.add(move);
      return () => {
        movers.delete(move);
      };
    },
    /** Runs something on the server after everything typed is saved. */
    run: (request: () => Promise<EditResult>) => queue.run(() => send(request)),
    /** The steps that undo and redo would take back or repeat. */
    steps: () => {
      const { undo = null, redo = null } = queryClient.getQueryData(queryKey) ?? {};
      return { undo, redo };
    },
    /** A segment as received from the server. */
    saved: (segmentId: number) => cached().find((segment) => segment.id === segmentId),
    /** The current text of a row, saved or not. */
    textOf: (localId: number) => {
      const segmentId = queue.idOf(localId);
      const typed = queue
        .snapshot()
        .pending.findLast((edit) => edit.kind === 'text' && edit.segmentId === segmentId);
      if (typed?.kind === 'text') return typed.text;
      return shown.segments.find((segment) => segment.id === segmentId)?.text ?? '';
    },
    /** Whether a row is the one being edited. */
    isWritingIn: (segmentId: number) => writingIn !== null && queue.idOf(writingIn) === queue.idOf(segmentId),
    /** The row being edited; null if none is. */
    writingIn: () => (writingIn === null ? null : queue.idOf(writingIn)),
    writeIn: (segmentId: number | null) => {
      if (writingIn === segmentId) return;
      writingIn = segmentId;
      refresh();
    },
  };
  return session;
}

function isEqual(before: readonly PendingEdit[], now: readonly PendingEdit[]): boolean {
  return before.length === now.length && before.every((edit, index) => edit === now[index]);
}
