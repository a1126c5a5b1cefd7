import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';

/** The SHA-256 of a stream, in hex. */
export async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** The same of a local file. Rejects with the signal's reason when it is aborted. */
export async function hashOfFile(path: string, signal: AbortSignal): Promise<string> {
  try {
    return await hashOf(createReadStream(path, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Passes bytes on, and says their SHA-256 at their end; what `onEnd` throws is an error of the stream. */
export function hashMeter(onEnd: (sha256: string) => void): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
    flush(done) {
      try {
        onEnd(hash.digest('hex'));
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}
