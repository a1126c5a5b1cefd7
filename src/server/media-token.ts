import { AssistantId, TokenId, type TranscriptId, UserId } from '#contract/ids.ts';
import { MEDIA_TOKEN_MS } from '#contract/limits.ts';
import { AppError } from './app-error.ts';
import type { Deps } from './deps.ts';
import { isToCome } from './secret.ts';

type TokenDeps = Pick<Deps, 'signer' | 'clock'>;

const PURPOSE = 'media';

/** Who a token is made for: a signed-in user, a program with an access token, an assistant that was let in, or a visitor with a public link. */
export type MediaHolder =
  | { kind: 'person'; id: UserId }
  | { kind: 'token'; id: TokenId }
  | { kind: 'assistant'; id: AssistantId }
  | { kind: 'share'; id: string };

/**
 * Makes a token with which anyone can play one transcript's recording for an hour, but only while the holder it was made for
 * still has access; callers of `checkMediaToken` check that.
 */
export function makeMediaToken(
  { signer, clock }: TokenDeps,
  transcriptId: TranscriptId,
  { kind, id }: MediaHolder,
): string {
  const expires = Math.round(clock.now()) + MEDIA_TOKEN_MS;
  const holder = `${kind}:${id}`;
  return [expires, signer.sign(PURPOSE, `${transcriptId} ${expires} ${holder}`), holder].join('.');
}

/**
 * Returns the holder that a token was made for. Throws 'media_forbidden' if the token is missing, altered, expired, or for
 * another transcript.
 */
export function checkMediaToken(
  { signer, clock }: TokenDeps,
  transcriptId: TranscriptId,
  token: unknown,
): MediaHolder {
  const [expires = '', signature = '', holder = '', ...tail] =
    typeof token === 'string' ? token.split('.') : [];
  const genuine =
    tail.length === 0 && signer.verify(PURPOSE, `${transcriptId} ${expires} ${holder}`, signature);
  if (!genuine || !isToCome(expires, clock.now())) throw new AppError('media_forbidden');
  const [kind, id = ''] = holder.split(':');
  if (kind === 'share') return { kind, id };
  if (kind === 'token') return { kind, id: TokenId.parse(Number(id)) };
  if (kind === 'assistant') return { kind, id: AssistantId.parse(Number(id)) };
  return { kind: 'person', id: UserId.parse(Number(id)) };
}
