import type { TokenScope } from '#contract/token-scopes.ts';
import type { AccessToken } from '#contract/tokens.ts';
import { formatRelative } from '#web/lib/format.ts';

/** What each scope allows, in a few words. */
export const SCOPE_NAMES: Readonly<Record<TokenScope, string>> = {
  read: 'Read: look at and export everything',
  write: 'Write: change and delete, and ask questions',
  transcribe: 'Transcribe: bring in recordings',
  share: 'Share: public links and members',
};

/** How many days before its end a token is marked. */
const WARNING_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** 'Expires in 5 days', or 'Expired' for a token that is no longer valid; `isNear` marks both and the last week. */
export function endOf(
  { expiresAt, hasExpired }: Pick<AccessToken, 'expiresAt' | 'hasExpired'>,
  nowMs: number,
): { text: string; isNear: boolean } {
  if (hasExpired) return { text: 'Expired', isNear: true };
  const at = Date.parse(expiresAt);
  // A clock that is ahead of the server's would show an end in the past.
  const text = at > nowMs ? formatRelative(at, nowMs) : 'soon';
  return { text: `Expires ${text}`, isNear: at - nowMs < WARNING_DAYS * DAY_MS };
}
