import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';

const COMMON = 'This password is among those that are guessed first. Please choose another one.';
const ONES_OWN = 'This password is your e-mail address, or too close to it. Please choose another one.';
const UNCHANGED = 'This is the password that you have now. Please choose another one.';

/** Shorter pieces of an address occur in many a good password. */
const MIN_TELLING_LETTERS = 3;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Says why this password is too weak for this address: among the most common ones (ignoring case, letter width and spaces), one
 * short text repeated, or derived from the address. Undefined if it is acceptable.
 */
export async function weaknessOf(password: string, email: string): Promise<string | undefined> {
  const normalized = normalize(password);
  commonPasswords ??= readCommonPasswords();
  if ((await commonPasswords).has(normalized) || /^(.{1,4}?)\1+$/u.test(normalized)) return COMMON;
  return isMadeOf(normalized, normalize(email)) ? ONES_OWN : undefined;
}

/** Throws 'invalid_input' for a field whose password is weak or unchanged. */
export async function refuseWeakPassword(
  field: 'password' | 'newPassword',
  { password, email, current }: { password: string; email: string; current?: string },
): Promise<void> {
  const message = password === current ? UNCHANGED : await weaknessOf(password, email);
  if (message !== undefined) throw new AppError('invalid_input', { issues: [{ path: field, message }] });
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
}

/** With any digits and signs before, between and after. */
function isMadeOf(password: string, email: string): boolean {
  const [local = ''] = email.split('@');
  return [email, local].some((part) => {
    const letters = lettersOf(part);
    return password === part || (letters.length >= MIN_TELLING_LETTERS && lettersOf(password) === letters);
  });
}

function lettersOf(text: string): string {
  return text.replace(/\P{L}/gu, '');
}

/** The 17,950 of zxcvbn-ts' 49,233 most common passwords from leaked databases that reach our minimum length. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH));
}
