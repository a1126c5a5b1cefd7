import { UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { uploadLinkMs, uploadPartBytes } from '#contract/upload-limits.ts';
import type { UploadPart } from '#contract/uploads.ts';
import { AppError, fileTooLarge } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { partCount, partSize } from '../../storage/keys.ts';
import type { MediaStore, PartedFile } from '../../storage/store.ts';
import type { UploadRow } from './queries.ts';
import { signUploadAddress } from './signed-address.ts';

type AddressDeps = Pick<Deps, 'store' | 'signer' | 'clock'>;
type KnownUpload = Pick<UploadRow, 'id' | 'declaredBytes'>;

/** The stored file of an upload that arrives in parts or goes straight to the store. */
export function fileOf({ id, declaredBytes }: KnownUpload): PartedFile {
  return { key: `uploads/${id}`, sizeBytes: declaredBytes, partBytes: uploadPartBytes(declaredBytes) };
}

/** The recommended part size for a file; null for a file so small that sending it again is as quick. */
export function partSizeFor(sizeBytes: number): number | null {
  return sizeBytes > 2 * UPLOAD_PART_BYTES ? uploadPartBytes(sizeBytes) : null;
}

/** Where to PUT the whole file: an address of the store, or a path on this site. */
export async function wholeAddress(deps: AddressDeps, upload: KnownUpload): Promise<string> {
  const { key, sizeBytes } = fileOf(upload);
  const { addresses } = deps.store;
  if (addresses) return addresses.put(key, sizeBytes, uploadLinkMs(sizeBytes));
  return signUploadAddress(deps, { uploadId: upload.id, part: null }, uploadLinkMs(sizeBytes));
}

/** All parts of a file, each missing one with an address: of the store, or a path on this site. */
export async function partsOf(deps: AddressDeps, upload: KnownUpload): Promise<UploadPart[]> {
  const { store } = deps;
  const file = fileOf(upload);
  const linkMs = uploadLinkMs(file.sizeBytes);
  const here = new Set(await store.parts.arrived(file));
  const numbers = Array.from({ length: partCount(file) }, (_, index) => index + 1);
  const missing = numbers.filter((number) => !here.has(number));
  const addresses = store.addresses
    ? await store.addresses.parts(file, missing, linkMs)
    : missing.map((part) => signUploadAddress(deps, { uploadId: upload.id, part }, linkMs));
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
export async function arrivedBytes(
  { store, config }: { store: MediaStore } & Pick<Deps, 'config'>,
  upload: KnownUpload,
): Promise<number> {
  const file = fileOf(upload);
  const { sizeBytes } = (await store.stat(file.key)) ?? (await store.parts.join(file));
  if (sizeBytes > config.maxUploadBytes) {
    await store.remove(file.key);
    throw fileTooLarge(config.maxUploadBytes);
  }
  if (sizeBytes < file.sizeBytes) throw new AppError('upload_incomplete');
  return sizeBytes;
}
