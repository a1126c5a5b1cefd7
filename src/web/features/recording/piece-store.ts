import type { RecordingId } from '#contract/ids.ts';

/** A recording that is kept in this browser until its transcript is there. */
export interface KeptRecording {
  id: RecordingId;
  /** Several people may use one browser: each is shown their own. */
  userId: number;
  startedAt: number;
  mimeType: string;
  /** By what the server knows its pieces; another one than `id` when the first was used up on another device. */
  serverId: RecordingId;
  /** Pieces that the server has confirmed, and the slices that are in them. */
  sentPieces: number;
  sentSlices: number;
  /** The server was asked for the transcript once: it may have made it without our hearing of it. */
  wasAsked: boolean;
  /** Thrown away here; the server still has to hear of it. */
  isDiscarded: boolean;
}

/** About a second of a recording, as the browser gave it. The slices in their order are the file. */
export interface Slice {
  recordingId: RecordingId;
  position: number;
  /** Bytes and not a Blob: these lie in the database itself, need no file each, and are read back the same in every browser. */
  bytes: ArrayBuffer;
  /** Of the recording up to the end of this slice. */
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
/** How often a slice waits for the disk. */
const FLUSHED_EVERY = 5;

/**
 * The browser's own database, by its plain interface: two stores and seven calls are no reason for a library.
 *
 * A slice is 'relaxed': handed to the system, which survives the death of a tab and of the browser. Every fifth one and each change of a recording
 * is 'strict', which waits for the disk and takes what came before along: when the power fails, five seconds are lost at most.
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
    // A full disk shows here, when the transaction is committed.
    tx.onabort = () => reject(tx.error ?? new DOMException('The storage gave up.', 'AbortError'));
  });
}
