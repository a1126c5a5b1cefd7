import type { UploadPart } from '#contract/uploads.ts';
import { NoAnswer } from '#web/lib/send-upload.ts';
import { PutError, type PutFile } from './put-file.ts';

/** Parts in flight at once: enough that the next one does not wait for a response. */
const LANES = 3;
/** A part without progress for this long is lost, even if no error is reported. */
const STALL_MS = 45_000;
/** Delays before each retry of a part; after the last one the upload has failed, and can be resumed. */
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000] as const;

export interface SendParts {
  file: Blob;
  contentType: string;
  partSize: number;
  parts: readonly UploadPart[];
  signal: AbortSignal;
  /** How much of the file has arrived, 0 to 1; waiting: no progress at the moment, retrying. */
  onProgress: (share: number, waiting: boolean) => void;
}

/** The functions of the browser that sending needs; tests replace them. */
export interface PartsOutside {
  put: (put: PutFile) => Promise<void>;
  /** Resolves after this long, or when the browser is online again. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Sends the parts of a file that have not arrived, retrying each if it is lost; rejects as `put` does when a part fails for good. */
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

/** Whether a retry may help: the connection was lost, or the server failed or is overloaded. */
function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  if (!(error instanceof PutError)) return false;
  const { status } = error;
  return status === 408 || status === 429 || status >= 500;
}

/** Waits this long, or less if the browser comes online; while it is offline, until it does. */
export function pauseForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Offline, no retry can help: the browser reports when it is online again.
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
