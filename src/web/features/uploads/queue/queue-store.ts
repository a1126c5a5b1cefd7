import { QUEUE_DATABASE, type QueueEntry } from './queue-entry.ts';

export interface QueueStore {
  list: (userId: number) => Promise<QueueEntry[]>;
  put: (entries: readonly QueueEntry[]) => Promise<void>;
  remove: (ids: readonly string[]) => Promise<void>;
  /** Removes what was added before this time, whoever it belongs to. */
  removeBefore: (ms: number) => Promise<void>;
}

const ENTRIES = 'entries';
const BY_USER = 'userId';

/** IndexedDB, because local storage cannot keep the handles of files. It has no bytes of recordings. */
export function openQueueStore(factory: () => IDBFactory = () => indexedDB): QueueStore {
  let opened: Promise<IDBDatabase> | undefined;
  const database = () => {
    opened ??= open(factory());
    // The next call tries again: storage that was refused may be allowed later.
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };

  async function write(change: (entries: IDBObjectStore) => void): Promise<void> {
    const tx = (await database()).transaction(ENTRIES, 'readwrite');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
    change(tx.objectStore(ENTRIES));
    return promise;
  }

  return {
    async list(userId) {
      const tx = (await database()).transaction(ENTRIES, 'readonly');
      return answered(tx.objectStore(ENTRIES).index(BY_USER).getAll(userId));
    },
    put: (entries) =>
      write((all) => {
        for (const entry of entries) all.put(entry);
      }),
    remove: (ids) =>
      write((all) => {
        for (const id of ids) all.delete(id);
      }),
    removeBefore: (ms) =>
      write((all) => {
        const request = all.openCursor();
        request.onsuccess = () => {
          const { result: cursor } = request;
          // Only this module writes there.
          if (cursor && (cursor.value as QueueEntry).addedAt < ms) cursor.delete();
          cursor?.continue();
        };
      }),
  };
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(QUEUE_DATABASE, 1);
  request.onupgradeneeded = () => {
    const entries = request.result.createObjectStore(ENTRIES, { keyPath: 'id' });
    entries.createIndex(BY_USER, BY_USER);
  };
  return answered(request);
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}
