import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Signs short texts for one purpose each, so that a signature for one is worth nothing for another. */
export interface Signer {
  /** 32 bytes, base64url. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
}

/** The application's secret: what was set, else the one kept in the data folder, made on the first start. */
export async function loadSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  const path = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  const existing = await readFile(path, 'utf8').catch(() => '');
  if (existing.trim().length >= 32) return existing.trim();
  const secret = randomBytes(32).toString('base64url');
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return secret;
}

/** HMAC-SHA-256 under a key derived per purpose (HKDF, RFC 5869). */
export function createSigner(secret: string): Signer {
  const sign = (purpose: string, text: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
    return createHmac('sha256', key).update(text).digest('base64url');
  };
  return {
    sign,
    verify: (purpose, text, signature) => {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
