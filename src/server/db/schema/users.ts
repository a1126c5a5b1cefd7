import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    email: text().notNull(),
    /** Argon2id in its standard text form; null for people who sign in with an identity provider. */
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('users_email_unique').on(sql`lower(${table.email})`)],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex: the database alone cannot sign anyone in. */
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** What an identity provider says about a person that we show; null if it says nothing. */
export interface IdentityClaims {
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

/** A person's identity at an identity provider: the pair of issuer and subject, never the email address. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As of the last sign-in: a value that is still the same in the account has not been changed by the user. */
    claims: jsonb().$type<IdentityClaims>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    // An account belongs to one person of a provider: a second subject with its address is somebody else.
    uniqueIndex('identities_user_issuer').on(table.userId, table.issuer),
  ],
);

/** Logins that have come back from an identity provider, so that none is used twice. */
export const spentLogins = pgTable(
  'spent_logins',
  {
    /** SHA-256 of the login's state, hex. */
    stateHash: text().primaryKey(),
    expiresAt: moment().notNull(),
  },
  (table) => [index('spent_logins_expiry').on(table.expiresAt)],
);
