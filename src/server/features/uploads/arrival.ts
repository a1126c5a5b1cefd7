import { MAX_UPLOAD_BYTES, UPLOAD_LINK_MS, UPLOAD_PART_BYTES } from '#contract/limits.ts';
import type { UploadPart } from '#contract/uploads.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { partCount, partSize } from '../../storage/keys.ts';
import type { MediaStore, PartedFile } from '../../storage/store.ts';
import type { UploadRow } from './queries.ts';
import { signUploadAddress } from './signed-address.ts';

type AddressDeps = Pick<Deps, 'store' | 'signer' | 'clock'>;
type KnownUpload = Pick<UploadRow, 'id' | 'declaredBytes'>;

/** Where an upload's file comes to be that is not streamed through this server as a whole. */
export function fileOf({ id, declaredBytes }: KnownUpload): PartedFile {
  return { key: `uploads/${id}`, sizeBytes: declaredBytes, partBytes: UPLOAD_PART_BYTES };
}

/** The size of the parts in which a file had better be sent; null for one that is sent again as quickly. */
export function partSizeFor(sizeBytes: number): number | null {
  return sizeBytes > 2 * UPLOAD_PART_BYTES ? UPLOAD_PART_BYTES : null;
}

/** Where the whole file is PUT: an address of the store, or a path of this site. */
export async function wholeAddress(deps: AddressDeps, upload: KnownUpload): Promise<string> {
  const { key, sizeBytes } = fileOf(upload);
  const { addresses } = deps.store;
  if (addresses) return addresses.put(key, sizeBytes, UPLOAD_LINK_MS);
  return signUploadAddress(deps, { uploadId: upload.id, part: null });
}

/** All parts of a file, with an address for each that has not arrived: of the store, or a path of this site. */
export async function partsOf(deps: AddressDeps, upload: KnownUpload): Promise<UploadPart[]> {
  const { store } = deps;
  const file = fileOf(upload);
  const here = new Set(await store.parts.arrived(file));
  const numbers = Array.from({ length: partCount(file) }, (_, index) => index + 1);
  const missing = numbers.filter((number) => !here.has(number));
  const addresses = store.addresses
    ? await store.addresses.parts(file, missing, UPLOAD_LINK_MS)
    : missing.map((part) => signUploadAddress(deps, { uploadId: upload.id, part }));
  const addressOf = new Map(missing.map((number, index) => [number, addresses[index] ?? null]));
  return numbers.map((number) => ({
    number,
    sizeBytes: partSize(file, number),
    url: addressOf.get(number) ?? null,
  }));
}

/**
 * The size of a file that was sent to the store, or whose parts are all here: they are joined by this. Rejects with 'upload_incomplete' for one
 * that is not whole, with 'file_too_large', and then nothing of it is kept.
 */
export async function arrivedBytes(store: MediaStore, upload: KnownUpload): Promise<number> {
  const file = fileOf(upload);
  const { sizeBytes } = (await store.stat(file.key)) ?? (await store.parts.join(file));
  if (sizeBytes > MAX_UPLOAD_BYTES) {
    await store.remove(file.key);
    throw new AppError('file_too_large');
  }
  if (sizeBytes < file.sizeBytes) throw new AppError('upload_incomplete');
  return sizeBytes;
}
