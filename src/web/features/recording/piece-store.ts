import type { RecordingId } from '#contract/ids.ts';

/** A recording that is kept in this browser until its transcript is ready. */
export interface KeptRecording {
  id: RecordingId;
  /** Several people may use one browser: each is shown their own. */
  userId: number;
  startedAt: number;
  mimeType: string;
  /** The id of its pieces on the server; differs from `id` if that one was used up on another device. */
  serverId: RecordingId;
  /** Pieces that the server has confirmed, and the number of slices in them. */
  sentPieces: number;
  sentSlices: number;
  /** The transcript was requested once: the server may have made it although its answer was lost. */
  wasAsked: boolean;
  /** Discarded here, but not on the server yet. */
  isDiscarded: boolean;
}

/** About a second of a recording, as the browser gave it. The slices in order form the file. */
export interface Slice {
  recordingId: RecordingId;
  position: number;
  /** Bytes and not a Blob: they are stored in the database itself, without a file for each, and read back the same in every browser. */
  bytes: ArrayBuffer;
  /** Length of the recording up to the end of this slice. */
  elapsedMs: number;
  totalBytes: number;
}

export interface PieceStore {
  putRecording: (recording: KeptRecording) => Promise<void>;
  addSlice: (slice: Slice) => Promise<void>;
  readSlices: (id: RecordingId, from: number, most: number) => Promise<Slice[]>;
  lastSlice: (id: RecordingId) => Promise<Slice | undefined>;
  listRecordings: () => Promise<KeptRecording[]>;
  removeSlices: (id: RecordingId) => Promise<void>;
  remove: (id: RecordingId) => Promise<void>;
}

const DATABASE = 'tapescript-recordings';
const RECORDINGS = 'recordings';
const SLICES = 'slices';
/** After this many slices, one write waits for the disk. */
const FLUSHED_EVERY = 5;

/**
 * IndexedDB through its plain interface: two stores and seven calls do not justify a library.
 *
 * A slice is written with 'relaxed' durability: handed to the operating system, which survives a crash of the tab or the browser. Every fifth one and each change of a recording
 * is 'strict', which waits for the disk and flushes what came before: a power failure loses at most five seconds.
 */
export function openPieceStore(factory: () => IDBFactory = () => indexedDB): PieceStore {
  let opened: Promise<IDBDatabase> | undefined;

  const database = () => {
    opened ??= open(factory());
    // The next call tries again: storage that was refused may be allowed later.
    opened.then(
      (db) => {
        const forget = () => {
          opened = undefined;
        };
        db.onclose = forget;
        db.onversionchange = () => {
          db.close();
          forget();
        };
      },
      () => {
        opened = undefined;
      },
    );
    return opened;
  };

  async function write(durability: IDBTransactionDurability, change: (tx: IDBTransaction) => void) {
    const tx = (await database()).transaction([RECORDINGS, SLICES], 'readwrite', { durability });
    const done = completed(tx);
    change(tx);
    await done;
  }

  async function read<Result>(ask: (tx: IDBTransaction) => IDBRequest<Result>): Promise<Result> {
    const request = ask((await database()).transaction([RECORDINGS, SLICES], 'readonly'));
    return answered(request);
  }

  return {
    putRecording: (recording) =>
      write('strict', (tx) => {
        tx.objectStore(RECORDINGS).put(recording);
      }),
    addSlice: (slice) =>
      write(slice.position % FLUSHED_EVERY === 0 ? 'strict' : 'relaxed', (tx) => {
        tx.objectStore(SLICES).put(slice);
      }),
    readSlices: (id, from, most) => read((tx) => tx.objectStore(SLICES).getAll(slicesOf(id, from), most)),
    lastSlice: async (id) => {
      const cursor = await read((tx) => tx.objectStore(SLICES).openCursor(slicesOf(id), 'prev'));
      return cursor?.value as Slice | undefined;
    },
    listRecordings: () => read((tx) => tx.objectStore(RECORDINGS).getAll()),
    removeSlices: (id) =>
      write('relaxed', (tx) => {
        tx.objectStore(SLICES).delete(slicesOf(id));
      }),
    remove: (id) =>
      write('strict', (tx) => {
        tx.objectStore(RECORDINGS).delete(id);
        tx.objectStore(SLICES).delete(slicesOf(id));
      }),
  };
}

function slicesOf(id: RecordingId, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, Number.POSITIVE_INFINITY]);
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(RECORDINGS, { keyPath: 'id' });
    request.result.createObjectStore(SLICES, { keyPath: ['recordingId', 'position'] });
  };
  return answered(request);
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    // A full disk is reported here, when the transaction commits.
    tx.onabort = () =>
      reject(tx.error ?? new DOMException('The storage transaction was aborted.', 'AbortError'));
  });
}
