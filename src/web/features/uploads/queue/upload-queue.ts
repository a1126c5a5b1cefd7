import { ApiError } from '#web/lib/api.ts';
import { logProblem } from '#web/lib/log.ts';
import { admit, type Found, fileKey, takeOver } from './admit.ts';
import { createComparisons } from './compare-files.ts';
import { judgeFailure, retryMs, SignedOut, UnreadableFile } from './judge-failure.ts';
import { type EntryProgress, isUnfinished, type QueueEntry } from './queue-entry.ts';
import type { Block, QueueOutside, UploadQueue } from './queue-parts.ts';
import { addedText, moved, nextToSend } from './queue-rules.ts';
import { createShelf } from './queue-shelf.ts';
import { textFor, textNote } from './texts.ts';

/** Entries are forgotten after this time. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Why a file stops being sent. */
type Stop = 'pause' | 'cancel' | 'close';

/** The upload queue of a person in this window. Every change of an entry is stored, so that it can go on after a reload. */
export function createUploadQueue(userId: number, outside: QueueOutside): UploadQueue {
  const { store, windowId } = outside;
  const shelf = createShelf(userId, outside);
  const { set, find, put, change, kept, storedEntries } = shelf;
  let isClosed = false;
  let tries = 0;
  let stopTimer: () => void = () => undefined;
  /** Files that cannot be read again from a source. */
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const comparisons = createComparisons({ shelf, outside, read, onOver: pump });

  async function open(): Promise<void> {
    kept(store.removeBefore(outside.now() - KEPT_MS));
    const isOpen = await outside.openWindows();
    const { mine, over } = await outside.exclusively(async () => {
      const stored = (await storedEntries()).filter(({ id }) => !find(id));
      const taken = takeOver(stored, (id) => id === windowId || isOpen(id), windowId);
      if (taken.over.length > 0) kept(store.remove(taken.over.map(({ id }) => id)));
      if (taken.mine.length > 0) await store.put(taken.mine);
      return taken;
    });
    if (isClosed || (mine.length === 0 && over.length === 0)) return lookAround();
    const blocked = new Map(shelf.getState().blocked);
    for (const entry of mine) {
      const block = await blockOf(entry);
      if (block) blocked.set(entry.id, block);
    }
    const waiting = mine.find(isUnfinished);
    const last = waiting ?? mine.at(-1);
    const isHeld = shelf.getState().hold === null && waiting !== undefined && !outside.wasGoing();
    put(mine, {
      blocked,
      ...(isHeld ? { hold: { kind: 'paused' } } : {}),
      ...(last && shelf.getState().entries.length === 0 ? { settings: last.settings } : {}),
    });
    pump();
    return lookAround();
  }

  async function blockOf({ source, arrivedId, state: entryState }: QueueEntry): Promise<Block | null> {
    if (entryState === 'done' || arrivedId !== null) return null;
    if (source === null) return 'missing';
    return (await outside.isAllowed(source)) ? null : 'ask';
  }

  async function lookAround(): Promise<void> {
    const isOpen = await outside.openWindows();
    const others = (await storedEntries()).filter(
      (entry) => isElsewhere(entry, isOpen) && isUnfinished(entry),
    );
    for (const { windowId: other } of others) outside.awaitClosing(other);
    if (others.length !== shelf.getState().elsewhere) set({ elsewhere: others.length });
  }

  function isElsewhere(entry: QueueEntry, isOpen: (windowId: string) => boolean): boolean {
    return entry.windowId !== windowId && isOpen(entry.windowId);
  }

  async function add(source: AsyncIterable<Found>): Promise<void> {
    const found: Found[] = [];
    set({ looking: 0, told: null });
    try {
      for await (const each of source) {
        found.push(each);
        if (found.length % 50 === 0) set({ looking: found.length });
      }
      await outside.exclusively(async () => take(found));
    } catch (error) {
      logProblem('Files could not be added to the upload queue.', error);
      set({ told: 'These files could not be read. Please choose them again.' });
    } finally {
      set({ looking: null });
    }
    pump();
  }

  async function take(found: readonly Found[]): Promise<void> {
    const isOpen = await outside.openWindows();
    const others = (await storedEntries()).filter((entry) => isElsewhere(entry, isOpen));
    const { changes, tally } = admit({
      found,
      own: shelf.getState().entries,
      others: others.filter(isUnfinished),
      isBlocked: (id) => shelf.getState().blocked.has(id),
      base: { userId, windowId, settings: shelf.getState().settings, addedAt: outside.now() },
      newId: outside.newId,
    });
    const isNew = changes.length > 0 && !shelf.getState().entries.some(isUnfinished);
    if (isNew) outside.setGoing(false);
    const blocked = new Map(shelf.getState().blocked);
    for (const { entry, file } of changes) {
      blocked.delete(entry.id);
      // A source is read again when it is the file's turn: two hundred open files would have no use.
      if (entry.source === null) files.set(entry.id, file);
    }
    put(
      changes.map(({ entry }) => entry),
      {
        blocked,
        told: addedText(tally),
        ...(isNew ? { hold: { kind: 'start' } } : {}),
      },
    );
  }

  function canRead({ id }: QueueEntry): boolean {
    return !shelf.getState().blocked.has(id);
  }

  function pump(): void {
    const { hold } = shelf.getState();
    if (!isClosed && (hold === null || hold.kind === 'start')) comparisons.begin();
    while (!isClosed && shelf.getState().hold === null) {
      const next = nextToSend(shelf.getState().entries, { canRead, isCompared: comparisons.isOver });
      if (!next) return;
      void run(next.id);
    }
  }

  async function run(id: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    change(id, { state: 'sending', note: null });
    const begun = find(id);
    const text = begun && textFor(begun, shelf.getState().entries);
    if (text) change(text.id, { state: 'sending' });
    /** What becomes of the text, unless it was refused. */
    const changeText = (next: Partial<QueueEntry>) => {
      if (text && find(text.id)?.state === 'sending') change(text.id, next);
    };
    try {
      if (!(await outside.isSignedIn(userId))) throw new SignedOut();
      const entry = find(id);
      if (!entry) return;
      const note = await outside.send({
        entry,
        readFile: () => read(id),
        signal,
        onProgress: (progress) => showProgress(id, progress),
        onArrived: (arrivedId) => change(id, { arrivedId }),
        onTranscript: (transcriptId) => {
          change(id, { transcriptId });
          changeText({ transcriptId });
        },
        text: text
          ? {
              entry: text,
              readFile: () => read(text.id),
              onArrived: (arrivedId) => changeText({ arrivedId }),
              onRefused: (reason) => changeText({ state: 'failed', note: reason }),
            }
          : null,
      });
      tries = 0;
      files.delete(id);
      if (text) files.delete(text.id);
      changeText({ state: 'done', source: null });
      change(id, { state: 'done', note, source: null });
    } catch (error) {
      settle(id, await explained(error), signal);
      const { name, state: ended } = find(id) ?? { name: '', state: 'cancelled' };
      if (ended === 'failed')
        changeText({ state: 'failed', note: `${name} could not be sent, and this is its text.` });
      else changeText({ state: ended === 'cancelled' ? 'cancelled' : 'waiting' });
    } finally {
      running.delete(id);
      showProgress(id, null);
      pump();
    }
  }

  /** What was sent is unknown to the server if somebody else has signed in meanwhile: that is not the file's fault. */
  async function explained(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiError) || error.status !== 404) return error;
    const isSignedIn = await outside.isSignedIn(userId).catch(() => true);
    return isSignedIn ? error : new SignedOut();
  }

  async function read(id: string): Promise<File> {
    const file = files.get(id);
    if (file) return file;
    const source = find(id)?.source;
    try {
      if (source) return await outside.readSource(source);
    } catch (error) {
      throw error instanceof DOMException && error.name === 'NotAllowedError'
        ? error
        : new UnreadableFile(error);
    }
    throw new UnreadableFile(undefined);
  }

  function showProgress(id: string, next: EntryProgress | null): void {
    const now = shelf.getState().progress.get(id);
    if (next ? now?.percent === next.percent && now.text === next.text : !now) return;
    const progress = new Map(shelf.getState().progress);
    if (next) progress.set(id, next);
    else progress.delete(id);
    set({ progress });
  }

  function settle(id: string, error: unknown, signal: AbortSignal): void {
    if (signal.aborted) {
      const stop: Stop = signal.reason;
      if (stop !== 'close') change(id, { state: stop === 'cancel' ? 'cancelled' : 'waiting' });
      return;
    }
    if (error instanceof DOMException && error.name === 'NotAllowedError') {
      set({ blocked: new Map(shelf.getState().blocked).set(id, 'ask') });
      change(id, { state: 'waiting' });
      return;
    }
    const verdict = judgeFailure(error, outside.isOnline());
    const isFault = verdict.of === 'file';
    change(id, isFault ? { state: 'failed', note: verdict.text } : { state: 'waiting' });
    if (isFault) return;
    if (shelf.getState().hold !== null || isClosed) return;
    const { trouble, text } = verdict;
    const ms = retryMs(trouble, tries);
    tries += 1;
    if (ms !== null) stopTimer = outside.later(ms, tryAgain);
    set({ hold: { kind: 'trouble', trouble, text, isRetried: ms !== null || trouble === 'offline' } });
  }

  function tryAgain(): void {
    if (shelf.getState().hold?.kind !== 'trouble') return;
    stopTimer();
    comparisons.again();
    set({ hold: null });
    pump();
  }

  function resume(): void {
    stopTimer();
    comparisons.again();
    outside.setGoing(true);
    set({ hold: null, told: null });
    pump();
  }

  function pause(): void {
    stopTimer();
    outside.setGoing(false);
    set({ hold: { kind: 'paused' } });
    for (const id of [...running.keys()]) stopSending(id, 'pause');
  }

  /** The last step is not interrupted: the server may have made the transcript already. */
  function stopSending(id: string, stop: Stop): void {
    if (stop === 'close' || !shelf.getState().progress.get(id)?.isFinal) running.get(id)?.abort(stop);
  }

  function retry(ids: readonly string[]): void {
    const { entries, settings } = shelf.getState();
    const isWanted = ({ id, recordingId }: QueueEntry) =>
      ids.includes(id) || (recordingId !== null && ids.includes(recordingId));
    const again = entries.filter(
      (entry) => isWanted(entry) && (entry.state === 'failed' || entry.state === 'cancelled'),
    );
    put(
      again.map((entry) => {
        const recording = again.find(({ id }) => id === entry.recordingId);
        return { ...entry, state: 'waiting', note: recording ? textNote(recording) : null, settings };
      }),
    );
    // A file that could not be read is chosen again, or tried again where the browser can.
    pump();
  }

  function remove(ids: readonly string[]): () => void {
    const gone = shelf
      .getState()
      .entries.filter((entry) => ids.includes(entry.id) && entry.state !== 'sending');
    set({ entries: shelf.getState().entries.filter((entry) => !gone.includes(entry)) });
    kept(store.remove(gone.map(({ id }) => id)));
    comparisons.forget(gone.map(({ id }) => id));
    set({ told: null });
    // What had the same bytes is the only one now.
    pump();
    return () => {
      const { entries, settings } = shelf.getState();
      // What was added again meanwhile is not sent twice.
      const keys = new Set(entries.map(fileKey));
      const back = gone.filter((entry) => !keys.has(fileKey(entry)));
      put(back.map((entry) => (entry.state === 'waiting' ? { ...entry, settings } : entry)));
      pump();
    };
  }

  async function allow(): Promise<void> {
    const blocked = new Map(shelf.getState().blocked);
    for (const entry of shelf.getState().entries) {
      if (blocked.get(entry.id) !== 'ask' || entry.source === null) continue;
      if (!(await outside.askToRead(entry.source))) break;
      blocked.delete(entry.id);
    }
    set({ blocked });
    pump();
  }

  return {
    getState: shelf.getState,
    subscribe: shelf.subscribe,
    open,
    close() {
      isClosed = true;
      stopTimer();
      comparisons.stop();
      for (const id of [...running.keys()]) stopSending(id, 'close');
    },
    add,
    resume,
    tryAgain,
    pause,
    cancel: (id) => stopSending(id, 'cancel'),
    retry,
    remove,
    sendAgain(ids) {
      const again = shelf.getState().entries.filter(({ id }) => ids.includes(id));
      put(again.map((entry) => ({ ...entry, isWantedAgain: true })));
      pump();
    },
    sendUncompared: comparisons.skip,
    setUnknown(id) {
      change(id, { isKnown: false });
      pump();
    },
    move: (id, move) => put(moved(shelf.getState().entries, id, move)),
    changeSettings(settings) {
      const waiting = shelf.getState().entries.filter((entry) => entry.state === 'waiting');
      put(
        waiting.map((entry) => ({ ...entry, settings })),
        { settings },
      );
    },
    allow,
    lookAround,
    dismissTold: () => set({ told: null }),
  };
}
