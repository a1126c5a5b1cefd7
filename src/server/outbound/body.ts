import { Readable } from 'node:stream';
import type { Response } from 'undici';
import { OutboundError } from './outbound-error.ts';
import { outboundFailureOf, type Watch } from './watch.ts';

/** A response's body as a stream that fails with an OutboundError past `maxBytes`, and that ends the watch when it ends. */
export function limitBody(body: Response['body'], maxBytes: number, watch: Watch): Readable {
  const reader = body?.getReader();
  let count = 0;
  /** The next bytes, null at the end; counted after decompression. */
  const next = async (): Promise<Uint8Array | null> => {
    for (;;) {
      watch.waiting();
      const piece = await reader?.read();
      watch.resting();
      if (!piece || piece.done) return null;
      count += piece.value.byteLength;
      if (count > maxBytes) throw new OutboundError('too-large', `more than ${maxBytes} bytes`);
      if (piece.value.byteLength > 0) return piece.value;
    }
  };
  return new Readable({
    // No read-ahead: bytes that arrived before the connection broke are delivered before the error.
    highWaterMark: 1,
    read() {
      next().then(
        (bytes) => void this.push(bytes),
        (error: unknown) => void this.destroy(outboundFailureOf(error, watch)),
      );
    },
    destroy(error, done) {
      watch.end();
      // Releases the connection, which may already be broken.
      reader?.cancel().catch(() => undefined);
      done(error);
    },
  });
}

/** Releases an unwanted body. */
export async function releaseBody(body: Response['body']): Promise<void> {
  await body?.cancel().catch(() => undefined);
}
