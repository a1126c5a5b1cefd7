import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import type { TokenScope } from '#contract/token-scopes.ts';
import { createdAt, moment } from './columns.ts';
import { projects } from './projects.ts';
import { users } from './users.ts';

/** Personal access tokens, with which programs act for a person. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: serial().primaryKey(),
    /** SHA-256 of the token, hex: the database alone cannot act for anyone. */
    tokenHash: text().notNull().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The token's last four characters, for its owner to recognize it by. */
    ending: text().notNull(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    /** The only project that it reaches; null: everything that the person may see. */
    projectId: integer().references(() => projects.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    /** Revoked tokens are kept for a while, so that programs that still use them are told why they are refused. */
    revokedAt: moment(),
    lastUsedAt: moment(),
    lastAddress: text(),
    /** What the program called itself (User-Agent). */
    lastProgram: text(),
  },
  (table) => [
    index('access_tokens_user').on(table.userId, table.id),
    index('access_tokens_project').on(table.projectId),
    index('access_tokens_expiry').on(table.expiresAt),
  ],
);
