import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** In characters; the setting requires the same. */
const MIN_SECRET = 32;

/** Signs short texts for one purpose each; a signature for one purpose is invalid for every other. */
export interface Signer {
  /** 32 bytes, base64url. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
}

/**
 * The application's secret: the one that was set, else the one in the data folder, created on the first start. Nodes that start
 * at the same time get the same one.
 */
export async function loadSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  const path = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  return (await readSecret(path)) ?? makeSecret(path);
}

/** Undefined if there is none, or only a remnant left by a power cut. */
export async function readSecret(path: string): Promise<string | undefined> {
  const text = (await readFile(path, 'utf8').catch(() => '')).trim();
  return text.length >= MIN_SECRET ? text : undefined;
}

async function makeSecret(path: string): Promise<string> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  await writeSecret(unfinished, randomBytes(32).toString('base64url'));
  try {
    if ((await readSecret(path)) === undefined) await rm(path, { force: true });
    // Fails if another node was quicker: the slower one uses the secret that is there.
    await link(unfinished, path).catch(ignoreExisting);
  } finally {
    await rm(unfinished, { force: true });
  }
  const secret = await readSecret(path);
  if (secret === undefined) throw new Error(`The secret could not be written to ${path}.`);
  return secret;
}

/** Writes a secret to the disk, readable by its owner only. */
export async function writeSecret(path: string, secret: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** HMAC-SHA-256 under a key derived per purpose (HKDF, RFC 5869). */
export function createSigner(secret: string): Signer {
  const sign = (purpose: string, text: string) => {
    const key = deriveKey(secret, purpose);
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

/**
 * Whether the timestamp in a signed address or token (ms since 1970) is later than `nowMs`. Digits only: if other text were
 * allowed, the same signed text could be split in two ways.
 */
export function isToCome(moment: string, nowMs: number): boolean {
  return /^\d{1,15}$/.test(moment) && Number(moment) >= nowMs;
}

/** Encrypts short texts, so that the database alone does not reveal them. */
export interface Cipher {
  /** `place` says where the text belongs: a text encrypted for one place cannot be decrypted for another. */
  encrypt(place: string, text: string): string;
  /** Null if the text was encrypted for another place or with another secret, or was altered. */
  decrypt(place: string, encrypted: string): string | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key derived from the secret; the encrypted text is base64url of nonce, tag and ciphertext. */
export function createCipher(secret: string): Cipher {
  // The cipher's old name. Changing it would change the key and make every stored API key and login unreadable.
  const key = deriveKey(secret, 'sealed');
  return {
    encrypt: (place, text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const stream = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const hidden = Buffer.concat([stream.update(text, 'utf8'), stream.final()]);
      return Buffer.concat([nonce, stream.getAuthTag(), hidden]).toString('base64url');
    },
    decrypt: (place, encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64url');
      // The decoder skips characters outside base64url, so many texts would decode to the same bytes.
      if (bytes.toString('base64url') !== encrypted) return null;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      if (tag.length < TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
      try {
        const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
