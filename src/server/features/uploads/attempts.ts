import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import type { ArrivingBytes } from '../../http/raw-body.ts';

/** An attempt that waits for others looks at them this often. */
const LOOK_MS = 500;
/** The connection of an attempt from which nothing has come for this long is dead, whether or not we have noticed. */
const SILENCE_MS = 10_000;

type Kind = 'whole' | 'part';

interface Attempt {
  kind: Kind;
  /** By a monotonic clock, in milliseconds. */
  lastByteAt: number;
  dead: AbortController;
  done: Promise<unknown>;
}

/**
 * The attempts to send uploads to this node. One that sends a whole file runs alone, those that send parts run beside each other, so
 * that no more of an upload is stored at any time than its size.
 */
export class UploadAttempts {
  readonly #running = new Map<string, Set<Attempt>>();
  readonly #silenceMs: number;

  constructor({ silenceMs = SILENCE_MS }: { silenceMs?: number } = {}) {
    this.#silenceMs = silenceMs;
  }

  /**
   * Receives bytes when no other attempt is in the way. An attempt whose connection is silent makes way, with 'upload_incomplete'.
   * Rejects with the signal's reason if the connection is lost while it waits.
   */
  async receive<Result>(
    { uploadId, kind }: { uploadId: string; kind: Kind },
    body: ArrivingBytes,
    receive: (body: ArrivingBytes) => Promise<Result>,
  ): Promise<Result> {
    // Nothing is awaited between the last look and taking the place.
    for (let others = this.#inTheWay(uploadId, kind); others.length > 0; ) {
      await this.#await(others);
      body.signal.throwIfAborted();
      others = this.#inTheWay(uploadId, kind);
    }
    const attempt: Attempt = {
      kind,
      lastByteAt: performance.now(),
      dead: new AbortController(),
      done: Promise.resolve(),
    };
    const ofUpload = this.#running.get(uploadId) ?? new Set();
    this.#running.set(uploadId, ofUpload.add(attempt));
    const bytes = body.bytes.compose<Transform>(watched(attempt));
    // The connection may be lost before anybody reads; whoever reads then gets the error.
    bytes.on('error', () => undefined);
    const done = receive({
      bytes,
      signal: AbortSignal.any([body.signal, attempt.dead.signal]),
    })
      .catch((error: unknown) => {
        throw attempt.dead.signal.aborted ? attempt.dead.signal.reason : error;
      })
      .finally(() => {
        ofUpload.delete(attempt);
        if (ofUpload.size === 0) this.#running.delete(uploadId);
      });
    attempt.done = done;
    return done;
  }

  #inTheWay(uploadId: string, kind: Kind): Attempt[] {
    const running = [...(this.#running.get(uploadId) ?? [])];
    return running.filter((other) => kind === 'whole' || other.kind === 'whole');
  }

  /** Waits for these to end, or for a while, and ends those that are silent. */
  async #await(others: readonly Attempt[]): Promise<void> {
    await Promise.race([
      Promise.allSettled(others.map(({ done }) => done)),
      pause(Math.min(LOOK_MS, this.#silenceMs), undefined, { ref: false }),
    ]);
    for (const { lastByteAt, dead } of others) {
      if (performance.now() - lastByteAt > this.#silenceMs) dead.abort(new AppError('upload_incomplete'));
    }
  }
}

function watched(attempt: Attempt): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      attempt.lastByteAt = performance.now();
      done(null, piece);
    },
  });
}
