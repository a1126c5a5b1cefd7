import { createHash } from 'node:crypto';

/** SHA-256, hex, under which secrets of ours are stored. They have at least 178 random bits, so a slow hash is unnecessary. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
