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

/** The stored file of an upload that arrives in parts or goes straight to the store. */
export function fileOf({ id, declaredBytes }: KnownUpload): PartedFile {
  return { key: `uploads/${id}`, sizeBytes: declaredBytes, partBytes: UPLOAD_PART_BYTES };
}

/** The recommended part size for a file; null for a file so small that sending it again is as quick. */
export function partSizeFor(sizeBytes: number): number | null {
  return sizeBytes > 2 * UPLOAD_PART_BYTES ? UPLOAD_PART_BYTES : null;
}

/** Where to PUT the whole file: an address of the store, or a path on this site. */
export async function wholeAddress(deps: AddressDeps, upload: KnownUpload): Promise<string> {
  const { key, sizeBytes } = fileOf(upload);
  const { addresses } = deps.store;
  if (addresses) return addresses.put(key, sizeBytes, UPLOAD_LINK_MS);
  return signUploadAddress(deps, { uploadId: upload.id, part: null });
}

/** All parts of a file, each missing one with an address: of the store, or a path on this site. */
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
 * The size of a file that was sent to the store in full, or whose parts are all here, which this joins. Rejects with
 * 'upload_incomplete' if it is not complete, or with 'file_too_large', and then keeps nothing.
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
