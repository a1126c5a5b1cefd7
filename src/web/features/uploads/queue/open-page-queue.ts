import type { QueryClient } from '@tanstack/react-query';
import { getCurrentUser } from '#contract/auth.ts';
import { call, isUnauthorized } from '#web/lib/api.ts';
import { randomId } from '#web/lib/random-id.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { claim, heldNames, whenReleased } from '#web/lib/window-lock.ts';
import { hashFile } from '../known/hash-file.ts';
import { knownQuery } from '../known/known-query.ts';
import { askToRead, isAllowed, readSource } from './file-source.ts';
import { SignedOut } from './judge-failure.ts';
import type { UploadQueue } from './queue-parts.ts';
import { openQueueStore } from './queue-store.ts';
import { sendEntry } from './send-entry.ts';
import { createUploadQueue } from './upload-queue.ts';

const CHANNEL = 'upload-queue';
/** Other windows change often while they send. */
const LOOK_MS = 1000;
/** A file that takes longer to hash is sent without: some gigabytes on a usual machine. */
const HASH_MS = 60_000;

/** What windows tell each other: that a person's entries have changed. */
interface Announcement {
  userId: number;
}

interface Opening {
  userId: number;
  /** Where the browser keeps whether the person's queue goes on by itself. */
  goingKey: string;
  queryClient: QueryClient;
}

/** Opens a person's queue in this window, connected to browser and server. The returned function stops it. */
export function openPageQueue({ userId, goingKey, queryClient }: Opening): {
  queue: UploadQueue;
  close: () => void;
} {
  const windowId = randomId();
  const release = claim(lockName(windowId));
  const channel = new BroadcastChannel(CHANNEL);
  const queue: UploadQueue = createUploadQueue(userId, {
    store: openQueueStore(),
    windowId,
    openWindows: async () => {
      const held = await heldNames();
      return (id) => held.has(lockName(id));
    },
    // By then, a window that was only reloaded has its entries again.
    awaitClosing: (id) => whenReleased(lockName(id), () => setTimeout(() => takeOver(queue), LOOK_MS)),
    exclusively: (work) => navigator.locks?.request(`upload-queue-of-${userId}`, work) ?? work(),
    announce: () => tell(channel, { userId }),
    isSignedIn: (id) => isSignedIn(id, queryClient),
    send: (sending) => sendEntry(queryClient, sending),
    findKnown: async (sizeBytes, sha256, signal) => {
      signal.throwIfAborted();
      const { mayBeKnown } = await queryClient.fetchQuery(knownQuery({ sizeBytes, sha256 }));
      // What somebody else has does not count.
      if (mayBeKnown && !(await isSignedIn(userId, queryClient))) throw new SignedOut();
      return mayBeKnown;
    },
    hash: (file, signal, onProgress) =>
      hashFile({ file, signal: AbortSignal.any([signal, AbortSignal.timeout(HASH_MS)]), onProgress }),
    readSource,
    isAllowed,
    askToRead,
    isOnline: () => navigator.onLine,
    later: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
    newId: randomId,
    wasGoing: () => readStored(goingKey) !== 'no',
    setGoing: (isGoing) => writeStored(goingKey, isGoing ? 'yes' : 'no'),
  });
  const stopListening = listen(queue, channel, userId);
  void queue.open();
  return {
    queue,
    close() {
      stopListening();
      queue.close();
      channel.close();
      release();
    },
  };
}

/** Takes over what another window has left. A window that is not shown does so when it is. */
function takeOver(queue: UploadQueue): void {
  if (document.visibilityState === 'visible') void queue.open();
}

/** Goes on when the connection is back, and looks at what other windows do. */
function listen(queue: UploadQueue, channel: BroadcastChannel, userId: number): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<Announcement>) => {
      if (data.userId !== userId) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queue.lookAround();
      }, LOOK_MS);
    },
    { signal },
  );
  addEventListener('online', () => queue.tryAgain(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible') return;
      // Somebody may have signed in again in another window.
      queue.tryAgain();
      // Without locks, every other window counts as closed, although it may be sending.
      if (navigator.locks) void queue.open();
    },
    { signal },
  );
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}

function tell(channel: BroadcastChannel, announcement: Announcement): void {
  try {
    channel.postMessage(announcement);
  } catch {
    // Browsers close the channel of a page that is going before they say so: the other windows look for themselves when it has gone.
  }
}

/** Asked before each file: somebody else may have signed in in another window of this browser. */
async function isSignedIn(userId: number, queryClient: QueryClient): Promise<boolean> {
  try {
    const user = await call(getCurrentUser, {});
    return user.id === userId;
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    // Lets the page notice that the session has ended.
    void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
    return false;
  }
}

function lockName(windowId: string): string {
  return `upload-queue-window-${windowId}`;
}
