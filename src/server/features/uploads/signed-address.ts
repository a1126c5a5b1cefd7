import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { isToCome } from '../../secret.ts';

const PURPOSE = 'upload';

/** What is PUT to an address: a whole file, or one part of it. */
export interface UploadTarget {
  uploadId: string;
  /** From 1; null for the whole file. */
  part: number | null;
}

/** The address, relative to the site's root, to which one file or part can be PUT for this many milliseconds. */
export function signUploadAddress(
  { signer, clock }: Pick<Deps, 'signer' | 'clock'>,
  target: UploadTarget,
  lifeMs: number,
): string {
  const expires = Math.round(clock.now()) + lifeMs;
  const signature = signer.sign(PURPOSE, `${nameOf(target)} ${expires}`);
  const what = target.part === null ? 'content' : `parts/${target.part}`;
  return `/api/upload/${target.uploadId}/${what}?expires=${expires}&signature=${signature}`;
}

/** Throws 'upload_link_expired' for an address that we did not sign, that was altered, or that has expired. */
export function checkUploadAddress(
  { signer, clock }: Pick<Deps, 'signer' | 'clock'>,
  address: { target: UploadTarget; expires: string; signature: string },
): void {
  const genuine = signer.verify(PURPOSE, `${nameOf(address.target)} ${address.expires}`, address.signature);
  if (!genuine || !isToCome(address.expires, clock.now())) throw new AppError('upload_link_expired');
}

function nameOf({ uploadId, part }: UploadTarget): string {
  return part === null ? uploadId : `${uploadId} part ${part}`;
}
