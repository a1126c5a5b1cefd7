import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { transcripts } from './transcripts.ts';

/** The public link of a transcript; deleted when it is revoked. */
export const shares = pgTable('shares', {
  /** 128 random bits, base64url. */
  id: text().primaryKey(),
  transcriptId: integer()
    .notNull()
    .unique()
    .references(() => transcripts.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  /** Null: valid until revoked. */
  expiresAt: moment(),
});
