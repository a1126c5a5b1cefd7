import { index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import type { AssistantScope } from '#contract/token-scopes.ts';
import { createdAt, moment } from './columns.ts';
import { users } from './users.ts';

/** What the authorization server for assistants keeps: codes, tokens, clients, grants, and what is going on (decision 092). */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    /** The library's name for the kind, such as 'AccessToken'. */
    model: text().notNull(),
    /** SHA-256 of the id, hex: for codes and tokens, the id is the secret. */
    idHash: text().notNull(),
    /** As the library gives it, without the id. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of the id of the grant that it belongs to. */
    grantHash: text(),
    /** SHA-256 of the session's other name. */
    uidHash: text(),
    createdAt: createdAt(),
    /** Null: until it is destroyed. */
    expiresAt: moment(),
    consumedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.idHash] }),
    index('oauth_records_grant').on(table.grantHash),
    index('oauth_records_uid').on(table.uidHash),
    index('oauth_records_expiry').on(table.expiresAt),
  ],
);

/** Assistants that a person has let in by signing in, one for each grant; deleted when the person disconnects them. */
export const assistants = pgTable(
  'assistants',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    grantHash: text().notNull().unique(),
    clientId: text().notNull(),
    /** What the client calls itself. */
    name: text().notNull(),
    /** Where it comes from, as far as that is known for certain; null if it is not. */
    host: text(),
    scopes: text().array().$type<AssistantScope[]>().notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment(),
    lastAddress: text(),
    /** What the program called itself (User-Agent). */
    lastProgram: text(),
  },
  (table) => [index('assistants_user').on(table.userId, table.id)],
);
