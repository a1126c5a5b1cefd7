import type { UploadPart } from '#contract/uploads.ts';
import { NoAnswer } from '#web/lib/send-upload.ts';
import { PutError, type PutFile } from './put-file.ts';

/** Parts on their way at once: enough that the next one does not wait for an answer. */
const LANES = 3;
/** A part on which nothing moves for so long is lost, even if nobody says so. */
const STALL_MS = 45_000;
/** Before each further try of a part; after the last one the upload has failed, and can be taken up again. */
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000] as const;

export interface SendParts {
  file: Blob;
  contentType: string;
  partSize: number;
  parts: readonly UploadPart[];
  signal: AbortSignal;
  /** How much of the file has arrived, 0 to 1; waiting: nothing moves at the moment, and it is tried again. */
  onProgress: (share: number, waiting: boolean) => void;
}

/** What it needs of the browser. */
export interface PartsOutside {
  put: (put: PutFile) => Promise<void>;
  /** Resolves after so long, or when the browser is online again. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Sends the parts of a file that have not arrived, each again when it is lost; rejects as `put` does when a part fails for good. */
export async function sendParts(
  { file, contentType, partSize, parts, signal, onProgress }: SendParts,
  { put, pause }: PartsOutside,
): Promise<void> {
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const sentBytes = new Map(
    parts.map(({ number, sizeBytes, url }) => [number, url === null ? sizeBytes : 0]),
  );
  const waiting = new Set<number>();
  const left = parts.filter(({ url }) => url !== null);
  let running = 0;
  const report = () => {
    const sent = [...sentBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
    onProgress(sent / file.size, waiting.size > 0 && waiting.size === running);
  };

  async function send({ number, sizeBytes, url }: UploadPart): Promise<void> {
    const start = (number - 1) * partSize;
    for (const delayMs of [...RETRY_MS, null]) {
      try {
        await put({
          url: url ?? '',
          bytes: file.slice(start, start + sizeBytes),
          contentType,
          signal: ended,
          stallMs: STALL_MS,
          onProgress: (share) => {
            sentBytes.set(number, share * sizeBytes);
            report();
          },
        });
        sentBytes.set(number, sizeBytes);
        report();
        return;
      } catch (error) {
        if (delayMs === null || ended.aborted || !isPassing(error)) throw error;
        sentBytes.set(number, 0);
        waiting.add(number);
        report();
        await pause(delayMs, ended);
        waiting.delete(number);
      }
    }
  }

  async function lane(): Promise<void> {
    running += 1;
    try {
      for (let part = left.shift(); part; part = left.shift()) await send(part);
    } finally {
      running -= 1;
    }
  }

  report();
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

/** Whether another try may help: the connection was lost, or the other side has trouble or too much to do. */
function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  if (!(error instanceof PutError)) return false;
  const { status } = error;
  return status === 408 || status === 429 || status >= 500;
}

/** Waits; not longer than the browser is without a network, and for as long as it is. */
export function pauseForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Without a network no try can help: the browser says when there is one again.
  const timer = navigator.onLine ? setTimeout(resolve, ms) : undefined;
  const online = () => resolve();
  const abort = () => reject(signal.reason);
  addEventListener('online', online);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return promise.finally(() => {
    clearTimeout(timer);
    removeEventListener('online', online);
    signal.removeEventListener('abort', abort);
  });
}
