import { z } from 'zod';
import { Email } from '#contract/auth.ts';
import { cutText } from '#contract/cut-text.ts';
import { MAX_NAME_LENGTH } from '#contract/limits.ts';
import type { IdentityClaims } from '../db/schema/users.ts';
import { IdentityError } from './identity-error.ts';

/** A person verified by the identity provider; issuer and subject identify the person, everything else may change. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** Null if the provider gives no address, or an invalid one. */
  email: string | null;
  /** Whether the provider has verified that the address belongs to the person. */
  isEmailVerified: boolean;
  profile: IdentityClaims;
}

/** The claims of a token or the userinfo endpoint, unparsed. */
export type Claims = Readonly<Record<string, unknown>>;

const MAX_SUBJECT_LENGTH = 255;
const MAX_PICTURE_LENGTH = 2000;

/** Whether the token alone has all claims that we need, so that the userinfo endpoint need not be called. */
export function isComplete(token: Claims): boolean {
  return hasVerdict(token) && (token.given_name ?? token.name) !== undefined;
}

/**
 * Reads the claims of the verified token and the userinfo endpoint. Takes an address and whether it is verified from the same
 * source. Throws an IdentityError 'unusable' for an invalid subject.
 */
export function readClaims(issuer: string, token: Claims, added: Claims): ProvenIdentity {
  const subject = z
    .string()
    .min(1)
    .max(MAX_SUBJECT_LENGTH)
    .regex(/^[^\x00-\x1f\x7f]+$/)
    .safeParse(token.sub);
  if (!subject.success) throw new IdentityError('unusable', 'the token names nobody');
  const address = hasVerdict(token) || added.email === undefined ? token : added;
  const all = { ...added, ...token };
  return {
    issuer,
    subject: subject.data,
    email: Email.safeParse(address.email).data ?? null,
    // Some providers send it as a string.
    isEmailVerified: address.email_verified === true || address.email_verified === 'true',
    profile: {
      firstName: readName(all.given_name) ?? readName(all.name),
      lastName: readName(all.family_name),
      profileImageUrl: readPicture(all.picture),
    },
  };
}

function hasVerdict({ email, email_verified }: Claims): boolean {
  return email !== undefined && email_verified !== undefined;
}

function readName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim();
  return cutText(text, MAX_NAME_LENGTH).trim() || null;
}

/** Pages show pictures only from https addresses. */
function readPicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PICTURE_LENGTH || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}
