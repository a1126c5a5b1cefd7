import { Transform } from 'node:stream';
import { fileTooLarge } from '../app-error.ts';

/** Counts the bytes that pass through and fails past the limit. */
export function sizeLimit(maxBytes: number): { stream: Transform; count: () => number } {
  let count = 0;
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      count += piece.length;
      if (count > maxBytes) done(fileTooLarge(maxBytes));
      else done(null, piece);
    },
  });
  return { stream, count: () => count };
}
