import type { PartedFile } from './store.ts';

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Returns the key; throws for a key that no store accepts because it would lead outside the store. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** The number of parts of a file. */
export function partCount({ sizeBytes, partBytes }: PartedFile): number {
  return Math.ceil(sizeBytes / partBytes);
}

/** The size of one part in bytes; throws for a part number that the file does not have. */
export function partSize(file: PartedFile, number: number): number {
  if (!Number.isInteger(number) || number < 1 || number > partCount(file)) {
    throw new Error(`Not a part of this file: ${number}`);
  }
  return Math.min(file.partBytes, file.sizeBytes - (number - 1) * file.partBytes);
}
