import { UPLOAD_LINK_MS } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Signer } from '../../secret.ts';

const PURPOSE = 'upload';

/** The address, from the site's root, to which one file may be PUT for the next two hours. */
export function signUploadAddress(signer: Signer, uploadId: string): string {
  const expires = Date.now() + UPLOAD_LINK_MS;
  const signature = signer.sign(PURPOSE, `${uploadId} ${expires}`);
  return `/api/upload/${uploadId}/content?expires=${expires}&signature=${signature}`;
}

/** Throws 'upload_link_expired' for an address that we did not sign, that was changed, or that is too old. */
export function checkUploadAddress(
  signer: Signer,
  address: { uploadId: string; expires: string; signature: string },
): void {
  const genuine = signer.verify(PURPOSE, `${address.uploadId} ${address.expires}`, address.signature);
  if (!genuine || Number(address.expires) < Date.now()) throw new AppError('upload_link_expired');
}
