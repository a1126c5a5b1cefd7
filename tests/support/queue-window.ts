import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { TranscriptId } from '#contract/ids.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_PART_BYTES } from '#contract/limits.ts';
import type { Found } from '#web/features/uploads/queue/admit.ts';
import type { QueueEntry } from '#web/features/uploads/queue/queue-entry.ts';
import type { QueueOutside, Sending } from '#web/features/uploads/queue/queue-parts.ts';
import type { QueueStore } from '#web/features/uploads/queue/queue-store.ts';
import { createUploadQueue } from '#web/features/uploads/queue/upload-queue.ts';
import { ApiError } from '#web/lib/api.ts';

/** A store of entries that lasts as long as the test. */
export function memoryStore(): QueueStore {
  const kept = new Map<string, QueueEntry>();
  return {
    list: async (userId) => structuredClone([...kept.values()].filter((entry) => entry.userId === userId)),
    put: async (entries) => {
      for (const entry of entries) kept.set(entry.id, structuredClone(entry));
    },
    remove: async (ids) => {
      for (const id of ids) kept.delete(id);
    },
    removeBefore: async (ms) => {
      for (const { id, addedAt } of kept.values()) if (addedAt < ms) kept.delete(id);
    },
  };
}

interface Sent {
  name: string;
  end: () => void;
  fail: (error: unknown) => void;
  sending: Sending;
}

/** A window with a queue, whose sends and times the test decides. */
export function openWindow(change: Partial<QueueOutside> = {}, userId = 7) {
  const sent: Sent[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  let ids = 0;
  let isGoing = true;
  const windowId = change.windowId ?? 'first';
  const outside: QueueOutside = {
    store: memoryStore(),
    windowId,
    openWindows: async () => (id) => id === windowId,
    awaitClosing: () => undefined,
    exclusively: (work) => work(),
    announce: () => undefined,
    isSignedIn: async () => true,
    send: async (sending) => {
      await sending.readFile();
      const { promise, resolve, reject } = Promise.withResolvers<null>();
      sending.signal.addEventListener('abort', () => reject(sending.signal.reason));
      const end = () => {
        sending.onTranscript(TranscriptId.parse(sent.length));
        resolve(null);
      };
      sent.push({ name: sending.entry.name, end, fail: reject, sending });
      return promise;
    },
    findKnown: async () => false,
    hash: async (compared) =>
      createHash('sha256')
        .update(await compared.bytes())
        .digest('hex'),
    readSource: async () => new File(['x'], 'read again'),
    isAllowed: async () => false,
    askToRead: async () => true,
    isOnline: () => true,
    later: (ms, run) => {
      timers.push({ ms, run });
      return () => timers.splice(0);
    },
    now: () => 1_000_000,
    newId: () => {
      ids += 1;
      return `${windowId}-${ids}`;
    },
    wasGoing: () => isGoing,
    setGoing: (next) => {
      isGoing = next;
    },
    ...change,
  };
  const queue = createUploadQueue(userId, outside);
  const states = () => queue.getState().entries.map(({ name, state }) => `${name} ${state}`);
  const idOf = (name: string) => queue.getState().entries.find((entry) => entry.name === name)?.id ?? '';
  const going = async (...names: string[]) =>
    vi.waitFor(() => expect(sent.map(({ name }) => name)).toEqual(names));
  return { queue, outside, sent, timers, states, idOf, going };
}

export const file = (name: string, content = name) => new File([content], name, { lastModified: 5 });
const sized = (name: string, size: number) => Object.defineProperty(file(name), 'size', { value: size });
/** A file that is sent in parts. */
export const large = (name: string) => sized(name, 2 * UPLOAD_PART_BYTES + 1);
/** A file that is larger than the server takes. */
export const huge = (name: string) => sized(name, MAX_UPLOAD_BYTES + 1);

/** What was dropped or chosen, as the queue takes it. */
export async function* found(...files: (File | 'hidden')[]): AsyncGenerator<Found> {
  for (const each of files) yield each === 'hidden' ? each : { file: each, folder: '', source: null };
}

/** What the server answers with this code. */
export const refused = (code: keyof typeof ERRORS) => {
  const { status, message } = ERRORS[code];
  return new ApiError(status, '', JSON.stringify({ code, message }));
};
