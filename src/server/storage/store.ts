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
  /** Gives the file a path on the local disk while `use` runs. Rejects with an AppError 'media_missing' where there is none. */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Removes what broken-off writes left more than `olderThanMs` ago. */
  sweep(olderThanMs: number): Promise<void>;
}
