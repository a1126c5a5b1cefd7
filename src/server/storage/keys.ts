import type { PartedFile } from './store.ts';

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Answers the key; throws for one that no store takes: it would lead out of its place. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** How many parts a file has. */
export function partCount({ sizeBytes, partBytes }: PartedFile): number {
  return Math.ceil(sizeBytes / partBytes);
}

/** Bytes of one part; throws for a number that the file does not have. */
export function partSize(file: PartedFile, number: number): number {
  if (!Number.isInteger(number) || number < 1 || number > partCount(file)) {
    throw new Error(`Not a part of this file: ${number}`);
  }
  return Math.min(file.partBytes, file.sizeBytes - (number - 1) * file.partBytes);
}
