import type { KeptRecording, PieceStore, Slice } from './piece-store.ts';

/** Stores the slices of one recording in order, and reads them back. */
export interface WriteBuffer {
  append: (bytes: ArrayBuffer, elapsedMs: number) => Promise<void>;
  /** Resolves when everything appended is stored. */
  settled: () => Promise<void>;
  count: () => number;
  totalBytes: () => number;
  elapsedMs: () => number;
  /** Bytes, from a given slice on, that are only in memory because the storage is full. */
  unsavedBytes: (from: number) => number;
  /** Slices from a given one on, at most about `maxBytes` of them and at least one; `next` is the one after them. */
  read: (from: number, maxBytes: number) => Promise<{ bytes: Blob; next: number }>;
  /** Everything from a slice on. */
  rest: (from: number) => Promise<Blob>;
}

export interface WriteBufferOptions {
  store: PieceStore;
  /** The current recording; read when it is written. */
  recording: () => KeptRecording;
  /** The last slice of a kept recording. */
  last?: Slice | undefined;
  /** The storage is full, or accepts data again. */
  onTrouble: (error: unknown) => void;
  onRecovered: () => void;
}

const READ_AT_ONCE = 64;

/** Keeps slices in the browser's database; while it refuses them, they wait in memory, in order, and are stored as soon as it accepts them. */
export function openWriteBuffer({
  store,
  recording,
  last,
  onTrouble,
  onRecovered,
}: WriteBufferOptions): WriteBuffer {
  const { id } = recording();
  let stored = last ? last.position + 1 : 0;
  let isKnown = last !== undefined;
  let waiting: Slice[] = [];
  let [totalBytes, elapsed] = [last?.totalBytes ?? 0, last?.elapsedMs ?? 0];
  let storing: Promise<void> = Promise.resolve();
  let isInTrouble = false;

  async function drain(): Promise<void> {
    try {
      if (!isKnown) await store.putRecording(recording());
      isKnown = true;
      for (const slice of [...waiting]) {
        await store.addSlice(slice);
        stored += 1;
        waiting = waiting.slice(1);
      }
      if (isInTrouble) onRecovered();
      isInTrouble = false;
    } catch (error) {
      isInTrouble = true;
      onTrouble(error);
    }
  }

  async function slicesFrom(from: number): Promise<Slice[]> {
    if (from < stored) return store.readSlices(id, from, READ_AT_ONCE);
    return waiting.slice(from - stored, from - stored + READ_AT_ONCE);
  }

  async function read(from: number, maxBytes: number) {
    const parts: ArrayBuffer[] = [];
    let [bytes, next] = [0, from];
    while (bytes < maxBytes) {
      const slices = await slicesFrom(next);
      for (const slice of slices) {
        if (bytes > 0 && bytes + slice.bytes.byteLength > maxBytes) return { bytes: new Blob(parts), next };
        parts.push(slice.bytes);
        bytes += slice.bytes.byteLength;
        next = slice.position + 1;
      }
      if (slices.length === 0) break;
    }
    return { bytes: new Blob(parts), next };
  }

  return {
    append(bytes, elapsedMs) {
      totalBytes += bytes.byteLength;
      elapsed = elapsedMs;
      waiting.push({
        recordingId: id,
        position: stored + waiting.length,
        bytes,
        elapsedMs,
        totalBytes,
      });
      storing = storing.then(drain);
      return storing;
    },
    settled: () => storing,
    count: () => stored + waiting.length,
    totalBytes: () => totalBytes,
    elapsedMs: () => elapsed,
    unsavedBytes: (from) =>
      waiting
        .filter(({ position }) => position >= from)
        .reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
    read,
    async rest(from) {
      // Blobs of some megabytes each: the browser keeps them outside the page's memory, on disk when they are many.
      const parts: Blob[] = [];
      for (let next = from; next < stored + waiting.length; ) {
        const part = await read(next, REST_BYTES);
        if (part.next === next) break;
        parts.push(part.bytes);
        next = part.next;
      }
      return new Blob(parts, { type: recording().mimeType });
    },
  };
}

const REST_BYTES = 4_000_000;
