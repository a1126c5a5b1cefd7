import { Readable } from 'node:stream';
import type { Response } from 'undici';
import { OutboundError } from './outbound-error.ts';
import { reasonOf, type Watch } from './watch.ts';

/** An answer's body as a stream that fails with an OutboundError past `maxBytes`, and that ends the watch when it ends. */
export function limitBody(body: Response['body'], maxBytes: number, watch: Watch): Readable {
  const reader = body?.getReader();
  let count = 0;
  /** The next bytes, null at the end; counted as they are after decompression. */
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
    // Nothing is read ahead: bytes that came before the connection broke are given before that is said.
    highWaterMark: 1,
    read() {
      next().then(
        (bytes) => void this.push(bytes),
        (error: unknown) => void this.destroy(reasonOf(error, watch)),
      );
    },
    destroy(error, done) {
      watch.end();
      // Lets go of the connection; that it may be broken already is no news.
      reader?.cancel().catch(() => undefined);
      done(error);
    },
  });
}

/** Lets go of a body that nobody wants. */
export async function releaseBody(body: Response['body']): Promise<void> {
  await body?.cancel().catch(() => undefined);
}
