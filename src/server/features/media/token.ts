import type { TranscriptId } from '#contract/ids.ts';
import { MEDIA_TOKEN_MS } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Signer } from '../../secret.ts';

const PURPOSE = 'media';

/** A text that lets whoever holds it play one transcript's recording for an hour. */
export function makeMediaToken(signer: Signer, transcriptId: TranscriptId): string {
  const expires = Date.now() + MEDIA_TOKEN_MS;
  return `${expires}.${signer.sign(PURPOSE, `${transcriptId} ${expires}`)}`;
}

/** Throws 'media_forbidden' for a token that is missing, changed, too old, or for another transcript. */
export function checkMediaToken(signer: Signer, transcriptId: TranscriptId, token: unknown): void {
  const [expires = '', signature = ''] = typeof token === 'string' ? token.split('.') : [];
  const genuine = signer.verify(PURPOSE, `${transcriptId} ${expires}`, signature);
  if (!genuine || Number(expires) < Date.now()) throw new AppError('media_forbidden');
}
