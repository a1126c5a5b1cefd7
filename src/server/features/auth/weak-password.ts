import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';

const COMMON = 'This password is among those that are guessed first. Please choose another one.';
const ONES_OWN = 'This password is your e-mail address, or too close to it. Please choose another one.';
const UNCHANGED = 'This is the password that you have now. Please choose another one.';

/** Fewer letters of an address than these are in many a good password. */
const MIN_TELLING_LETTERS = 3;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Says why nobody should have this password with this address: it is among the most common ones (whatever the case, the width of its letters and the
 * spaces between them), one short text again and again, or made of the address. Undefined for one that is taken.
 */
export async function weaknessOf(password: string, email: string): Promise<string | undefined> {
  const normalized = normalize(password);
  commonPasswords ??= readCommonPasswords();
  if ((await commonPasswords).has(normalized) || /^(.{1,4}?)\1+$/u.test(normalized)) return COMMON;
  return isMadeOf(normalized, normalize(email)) ? ONES_OWN : undefined;
}

/** Throws 'invalid_input' about a field for a password that is too weak, or the one that is in use. */
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

/** With whatever digits and signs before, between and after. */
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

/** Those 17,950 of zxcvbn-ts' 49,233 most common ones in leaked databases that are long enough for anybody to have them here. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH));
}
