import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useLeaveWarning } from '#web/lib/leaving.ts';
import { logProblem } from '#web/lib/log.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { Found } from './admit.ts';
import { QUEUE_DATABASE } from './queue-entry.ts';
import type { QueueState, UploadQueue } from './queue-parts.ts';

/** The queue of the person who is signed in. Null for nobody, and until its code is loaded. */
let current: UploadQueue | null = null;
/** Loads and opens it; null for nobody. */
let openCurrent: (() => Promise<UploadQueue | null>) | null = null;
const watchers = new Set<() => void>();

/** The queue of the person who is signed in; null for nobody, and while nothing was ever added to it. */
export function pageQueue(): UploadQueue | null {
  return current;
}

/** Puts files into the queue of the person who is signed in. */
export async function addToQueue(found: AsyncIterable<Found>): Promise<void> {
  try {
    const queue = await openCurrent?.();
    await queue?.add(found);
  } catch (error) {
    logProblem('The upload queue could not be loaded.', error);
    toast({
      title: 'The files were not added',
      description: 'The upload queue could not be loaded. Reload this page and add them again.',
      variant: 'destructive',
    });
  }
}

/** Keeps the queue of a person going while the component is mounted, on whichever page. */
export function useKeepQueueGoing(userId: number | undefined, queryClient: QueryClient): void {
  useEffect(
    () => (userId === undefined ? undefined : keepQueueGoing(userId, queryClient)),
    [userId, queryClient],
  );
  useLeaveWarning(
    useQueuePart((state) => state?.entries.some((entry) => entry.state === 'sending') ?? false),
  );
}

/** What the screens show; null before the queue is open. */
export function useQueueState(): QueueState | null {
  return useQueuePart((state) => state);
}

/** A part of the state that stays the same object, or a value, while nothing about it changes. */
export function useQueuePart<Part>(part: (state: QueueState | null) => Part): Part {
  return useSyncExternalStore(watch, () => part(current?.getState() ?? null));
}

/** Whether there is nothing to show of a queue. */
export function isQueueEmpty({ entries, elsewhere, looking, told }: QueueState): boolean {
  return entries.length === 0 && elsewhere === 0 && looking === null && told === null;
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

function notifyAll(): void {
  for (const notify of watchers) notify();
}

function setCurrent(queue: UploadQueue | null): void {
  current = queue;
  notifyAll();
}

/** Opens a person's queue once it is needed: now, if somebody has used one in this browser, else when files are added here or in another window. */
function keepQueueGoing(userId: number, queryClient: QueryClient): () => void {
  const goingKey = `upload-queue-going-${userId}`;
  const ended = new AbortController();
  const { signal } = ended;
  let opening: Promise<UploadQueue | null> | null = null;

  async function load(): Promise<UploadQueue | null> {
    const { openPageQueue } = await import('./open-page-queue.ts');
    if (signal.aborted) return null;
    const { queue, close } = openPageQueue({ userId, goingKey, queryClient });
    const unsubscribe = queue.subscribe(notifyAll);
    signal.addEventListener('abort', () => {
      unsubscribe();
      close();
    });
    setCurrent(queue);
    return queue;
  }

  function open(): Promise<UploadQueue | null> {
    opening ??= load();
    // The next call tries again.
    opening.catch(() => {
      opening = null;
    });
    return opening;
  }

  const openWhen = (isNeeded: Promise<boolean>) => {
    isNeeded
      .then((is) => (is && !signal.aborted ? open() : null))
      .catch((error: unknown) => logProblem('The upload queue could not be loaded.', error));
  };

  openCurrent = open;
  openWhen(isQueueKept());
  // Another window has begun to use one.
  addEventListener('storage', ({ key }) => openWhen(Promise.resolve(key === goingKey)), { signal });
  return () => {
    ended.abort();
    openCurrent = null;
    setCurrent(null);
  };
}

/** Asks the browser's database and not its local storage, which forgets what it was told in the last seconds before a crash. */
async function isQueueKept(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === QUEUE_DATABASE);
}
