import type { TranscriptId } from '#contract/ids.ts';
import { MEDIA_TOKEN_MS } from '#contract/limits.ts';
import { AppError } from './app-error.ts';
import type { Signer } from './secret.ts';

const PURPOSE = 'media';

/**
 * A text that lets whoever holds it play one transcript's recording for an hour; one that is made for a public link
 * only for as long as the link is good.
 */
export function makeMediaToken(signer: Signer, transcriptId: TranscriptId, shareId = ''): string {
  const expires = Date.now() + MEDIA_TOKEN_MS;
  const signature = signer.sign(PURPOSE, `${transcriptId} ${expires} ${shareId}`);
  return [expires, signature, ...(shareId === '' ? [] : [shareId])].join('.');
}

/**
 * The public link that a token was made for, null for none. Throws 'media_forbidden' for a token that is missing,
 * changed, too old, or for another transcript.
 */
export function checkMediaToken(signer: Signer, transcriptId: TranscriptId, token: unknown): string | null {
  const [expires = '', signature = '', shareId = ''] = typeof token === 'string' ? token.split('.') : [];
  const genuine = signer.verify(PURPOSE, `${transcriptId} ${expires} ${shareId}`, signature);
  if (!genuine || Number(expires) < Date.now()) throw new AppError('media_forbidden');
  return shareId === '' ? null : shareId;
}
