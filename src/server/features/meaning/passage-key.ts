import { createHash } from 'node:crypto';

export const KEY_BYTES = 8;

/** What a passage's vector is found by: the beginning of the SHA-256 of its text. The same text has the same vector. */
export function passageKey(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, KEY_BYTES).toString('hex');
}

export function packKeys(keys: readonly string[]): Buffer {
  return Buffer.from(keys.join(''), 'hex');
}

/** The keys of a row, in order. */
export function unpackKeys(packed: Buffer): string[] {
  const text = packed.toString('hex');
  const length = 2 * KEY_BYTES;
  return Array.from({ length: Math.floor(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}
