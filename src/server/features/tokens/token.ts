import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 random bits. */
const SECRET_LENGTH = 30;
/** Enough for 32 bits. */
const CHECKSUM_LENGTH = 6;
/** The prefix is what scanners for leaked secrets look for, and the checksum spares them false alarms. */
const TOKEN = new RegExp(`^tps_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** Makes a personal access token: 'tps_', 30 random characters, and the checksum of these. */
export function makeToken(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return `tps_${secret}${checksumOf(secret)}`;
}

/** Whether a text has the form of a token, with the right checksum. */
export function isTokenText(text: string): boolean {
  const [, secret = '', checksum] = TOKEN.exec(text) ?? [];
  return checksum === checksumOf(secret);
}

/** CRC-32 in base 62. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = DIGITS[rest % DIGITS.length] + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
