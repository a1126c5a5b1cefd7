import { ApiError } from '#web/lib/api.ts';
import type { WriteBuffer } from './write-buffer.ts';

export interface SentSoFar {
  /** Pieces that the server has confirmed. */
  pieces: number;
  /** Number of slices in them. */
  slices: number;
}

export interface SenderOptions {
  buffer: Pick<WriteBuffer, 'count' | 'read'>;
  sent: SentSoFar;
  put: (position: number, bytes: Blob, signal: AbortSignal) => Promise<void>;
  /** Waits before a retry; may resolve sooner, when the connection is back. */
  rest: (ms: number, signal: AbortSignal) => Promise<void>;
  onSent: (sent: SentSoFar) => void;
  /** The server will not accept any more of this recording. */
  onRefused: (error: ApiError) => void;
}

export interface PieceSender {
  /** There may be more to send. */
  poke: () => void;
  /** From now on, even a single slice is sent: nothing more will come for a while. */
  flush: () => void;
  /** More is coming again. */
  gather: () => void;
  sent: () => SentSoFar;
  /** Ends it; a piece in flight may still arrive. */
  stop: () => Promise<SentSoFar>;
}

/** Seconds of audio in one piece: the most that is lost with the device itself. */
const SLICES_IN_PIECE = 5;
/** When there is much to catch up on. Far below the server's limit. */
const MAX_PIECE_BYTES = 2_000_000;
const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 30_000;
const GRACE_MS = 3000;

/**
 * Sends a recording while it is in progress, one piece after another, and retries until the server has it. A piece stays the same
 * until it is confirmed, so that a late one cannot replace a longer one. It does not check whether the browser is online: a server on the
 * same machine can be reached without any network.
 */
export function startSender({
  buffer,
  sent: from,
  put,
  rest,
  onSent,
  onRefused,
}: SenderOptions): PieceSender {
  let sent = from;
  let isFlushing = false;
  let wake = () => {};
  const halted = new AbortController();
  const aborted = new AbortController();

  async function run(): Promise<void> {
    while (!halted.signal.aborted) {
      const waiting = buffer.count() - sent.slices;
      if (waiting < (isFlushing ? 1 : SLICES_IN_PIECE)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const { bytes, next } = await buffer.read(sent.slices, MAX_PIECE_BYTES);
      if (next === sent.slices || !(await putUntilTaken(bytes))) return;
      sent = { pieces: sent.pieces + 1, slices: next };
      onSent(sent);
    }
  }

  /** Whether the server has it now. */
  async function putUntilTaken(bytes: Blob): Promise<boolean> {
    for (let wait = FIRST_REST_MS; !halted.signal.aborted; wait = Math.min(2 * wait, LONGEST_REST_MS)) {
      try {
        await put(sent.pieces, bytes, aborted.signal);
        return true;
      } catch (error) {
        if (isRefusal(error)) {
          onRefused(error);
          return false;
        }
        if (!halted.signal.aborted) await rest(wait, halted.signal).catch(() => undefined);
      }
    }
    return false;
  }

  // A storage that cannot be read is reported where the recording is assembled.
  const running = run().catch(() => undefined);
  return {
    poke: () => wake(),
    flush() {
      isFlushing = true;
      wake();
    },
    gather() {
      isFlushing = false;
    },
    sent: () => sent,
    async stop() {
      halted.abort(new Error('Sending the recording has stopped.'));
      wake();
      const timer = setTimeout(() => aborted.abort(new Error('The server is too slow.')), GRACE_MS);
      await running;
      clearTimeout(timer);
      return sent;
    },
  };
}

/** A response that a retry would not change. An expired session is not one: the person may sign in again in another window. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status);
}
