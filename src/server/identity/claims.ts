import { z } from 'zod';
import { Email } from '#contract/auth.ts';
import { MAX_NAME_LENGTH } from '#contract/limits.ts';
import type { IdentityClaims } from '../db/schema/users.ts';
import { IdentityError } from './identity-error.ts';

/** A person as the identity provider vouches for; issuer and subject are who it is, all else may change. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** Null where the provider gives no address, or none that we can take. */
  email: string | null;
  /** Whether the provider has made sure that the address is the person's. */
  isEmailVerified: boolean;
  profile: IdentityClaims;
}

/** What a token or the userinfo endpoint says, as it came. */
export type Claims = Readonly<Record<string, unknown>>;

const MAX_SUBJECT_LENGTH = 255;
const MAX_PICTURE_LENGTH = 2000;

/** Whether the token alone says what we want to know, so that the userinfo endpoint need not be asked. */
export function isComplete(token: Claims): boolean {
  return hasVerdict(token) && (token.given_name ?? token.name) !== undefined;
}

/**
 * Reads a person out of the verified token and what the userinfo endpoint added. An address and whether it is verified are taken from
 * the same place. Throws an IdentityError 'unusable' for a subject that is none.
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
    // Some providers write it as a text.
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
  return [...text].slice(0, MAX_NAME_LENGTH).join('').trim() || null;
}

/** Pages show pictures from https addresses only. */
function readPicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PICTURE_LENGTH || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}
