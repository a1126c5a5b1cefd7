import type { Readable } from 'node:stream';

/** First and last byte, both inclusive, as in HTTP's Range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  sizeBytes: number;
  /** Changes whenever the content does. */
  etag: string;
  modifiedAt: Date;
}

export interface PutOptions {
  /** A longer stream is rejected with an AppError 'file_too_large', and nothing is kept. */
  maxBytes: number;
  signal?: AbortSignal;
}

/** What a store knows of the bytes that it has written. */
export interface WrittenFile {
  sizeBytes: number;
  /** SHA-256, hex. */
  contentHash: string;
}

/** Where recordings are kept. Keys are '/'-separated names of letters, digits, '.', '-' and '_'. Every implementation passes `store.compliance.ts`. */
export interface MediaStore {
  /** Writes a file from a stream: it appears under its key whole or not at all. */
  put(key: string, bytes: Readable, options: PutOptions): Promise<WrittenFile>;
  /** Undefined if there is no such file. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Streams a file, or a range of it. Rejects with an AppError 'media_missing' if there is none. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** Every file whose key begins with `prefix`. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /**
   * Gives the file a path on the local disk while `use` runs; the signal ends the download, not `use`. Rejects with an AppError
   * 'media_missing' if there is no such file.
   */
  withLocalFile<Result>(
    key: string,
    use: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Removes what interrupted writes and incomplete files in parts left behind before this time, by the store's own clock. */
  sweep(before: Date): Promise<void>;
  /** Writes and removes a small file. Returns what is wrong, for the operator, if that fails. */
  check(): Promise<string | undefined>;
  /** How many more bytes it can take; Infinity if it does not know. */
  freeBytes(): Promise<number>;
  /** Files that arrive in parts. */
  parts: PartedFiles;
  /** The store's own addresses, for browsers; null if only this server can reach it. */
  addresses: StoreAddresses | null;
}

/** A file that arrives in parts of `partBytes`; the last part is the remainder. */
export interface PartedFile {
  key: string;
  sizeBytes: number;
  partBytes: number;
}

/**
 * Parts are numbered from 1 and arrive separately, in any order, possibly more than once. The file appears when they are joined.
 */
export interface PartedFiles {
  /** The numbers of the parts that have arrived, ascending. Begins a file that is unknown. */
  arrived(file: PartedFile): Promise<number[]>;
  /**
   * Writes one part, whole or not at all. Rejects with an AppError 'file_too_large' or 'upload_incomplete' if its size is wrong.
   */
  put(file: PartedFile, number: number, bytes: Readable, signal?: AbortSignal): Promise<void>;
  /**
   * Assembles the file from its parts; a repeated call returns the same. Rejects with an AppError 'upload_incomplete' if a part
   * is missing.
   */
  join(file: PartedFile): Promise<{ sizeBytes: number }>;
  /** Removes what has arrived, and ends what is arriving; the joined file stays. */
  remove(file: PartedFile): Promise<void>;
}

/** Signed addresses: anyone holding one can do this one thing until it expires. */
export interface StoreAddresses {
  /** The origin of all of them, for the Content-Security-Policy. */
  origin: string;
  /** Where to PUT a file of exactly this size. */
  put(key: string, sizeBytes: number, expiresMs: number): Promise<string>;
  /** Where to PUT these parts, in the order of `numbers`. */
  parts(file: PartedFile, numbers: readonly number[], expiresMs: number): Promise<string[]>;
  /** Where to read a file; the store sends this content type. */
  get(key: string, contentType: string, expiresMs: number): Promise<string>;
}

/**
 * The store failed an operation after several attempts. The message names the operation and the reason, never a key or an
 * address.
 */
export class StoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreError';
  }
}
