import type { Readable } from 'node:stream';

/** Bytes first and last, both inclusive, as in HTTP's Range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  sizeBytes: number;
  /** Changes whenever the bytes do. */
  etag: string;
  modifiedAt: Date;
}

export interface PutOptions {
  /** More than this ends the call with an AppError 'file_too_large'; nothing is kept. */
  maxBytes: number;
  signal?: AbortSignal;
}

/** Where recordings are kept. Keys are '/'-separated names of letters, digits, '.', '-' and '_'. Every implementation passes `store.compliance.ts`. */
export interface MediaStore {
  /** Writes a file from a stream: it appears under its key whole or not at all. Answers its size in bytes. */
  put(key: string, bytes: Readable, options: PutOptions): Promise<{ sizeBytes: number }>;
  /** Undefined where there is no such file. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Streams a file, or a part of it. Rejects with an AppError 'media_missing' where there is none. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every file whose key begins with `prefix`. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /**
   * Gives the file a path on the local disk while `use` runs; the signal ends the fetching, not the use. Rejects with an AppError
   * 'media_missing' where there is none.
   */
  withLocalFile<Result>(
    key: string,
    use: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Removes what broken-off writes, and files of which not all parts came, left before this moment of the store's own clock. */
  sweep(before: Date): Promise<void>;
  /** Writes and removes a small file. Answers what is wrong, for the operator, where that does not work. */
  check(): Promise<string | undefined>;
  /** Files that arrive in parts. */
  parts: PartedFiles;
  /** Addresses of the store itself, for browsers; null where only this server reaches it. */
  addresses: StoreAddresses | null;
}

/** A file that is to arrive in parts of `partBytes`; the last one is what is left. */
export interface PartedFile {
  key: string;
  sizeBytes: number;
  partBytes: number;
}

/** Parts are numbered from 1 and come each by itself, in any order, some of them again. The file appears when they are joined. */
export interface PartedFiles {
  /** The numbers of the parts that are here, ascending. A file that nothing was known of is begun. */
  arrived(file: PartedFile): Promise<number[]>;
  /** Writes one part; it is here whole or not at all. Rejects with an AppError 'file_too_large' or 'upload_incomplete' where its size is wrong. */
  put(file: PartedFile, number: number, bytes: Readable, signal?: AbortSignal): Promise<void>;
  /** Makes the file of its parts; again, it answers the same. Rejects with an AppError 'upload_incomplete' where one is missing. */
  join(file: PartedFile): Promise<{ sizeBytes: number }>;
}

/** Signed addresses: whoever holds one may do this one thing until it expires. */
export interface StoreAddresses {
  /** Of all of them, for the Content-Security-Policy. */
  origin: string;
  /** Where a file of exactly this size is PUT. */
  put(key: string, sizeBytes: number, expiresMs: number): Promise<string>;
  /** Where these parts are PUT, in the order of their numbers here. */
  parts(file: PartedFile, numbers: readonly number[], expiresMs: number): Promise<string[]>;
  /** Where a file is read; the store says this content type. */
  get(key: string, contentType: string, expiresMs: number): Promise<string>;
}

/** The store did not do what it was asked, after several tries. The message names what and why, and never a key or an address. */
export class StoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreError';
  }
}
