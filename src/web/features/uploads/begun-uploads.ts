import type { UploadId } from '#contract/ids.ts';

const PLACE = 'begun-uploads';
/** The server forgets an upload after a day. */
const LIFE_MS = 24 * 60 * 60_000;
const KEPT = 20;

/** Identifies the same file when it is chosen again, even after a reload. */
export type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>;

interface BegunUpload extends FileFacts {
  uploadId: UploadId;
  begunAt: number;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** The unfinished upload of this file; null if there is none. */
export function findBegun(file: FileFacts, storage: Storage = localStorage): UploadId | null {
  return read(storage).find((upload) => isSame(upload, file))?.uploadId ?? null;
}

export function rememberBegun(file: FileFacts, uploadId: UploadId, storage: Storage = localStorage): void {
  const { name, size, lastModified } = file;
  const others = read(storage).filter((upload) => !isSame(upload, file));
  const begun: BegunUpload = { name, size, lastModified, uploadId, begunAt: Date.now() };
  write(storage, [begun, ...others].slice(0, KEPT));
}

export function forgetBegun(file: FileFacts, storage: Storage = localStorage): void {
  write(
    storage,
    read(storage).filter((upload) => !isSame(upload, file)),
  );
}

function isSame(one: FileFacts, other: FileFacts): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

function read(storage: Storage): BegunUpload[] {
  try {
    // Only this module writes there, and the server does not know any upload from elsewhere.
    const uploads = JSON.parse(storage.getItem(PLACE) ?? '[]') as BegunUpload[];
    return uploads.filter(({ begunAt }) => Date.now() - begunAt < LIFE_MS);
  } catch {
    return [];
  }
}

function write(storage: Storage, uploads: BegunUpload[]): void {
  try {
    storage.setItem(PLACE, JSON.stringify(uploads));
  } catch {
    // Without storage the upload starts over, which is no reason not to upload.
  }
}
