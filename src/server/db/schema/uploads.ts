import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { transcripts } from './transcripts.ts';
import { users } from './users.ts';

export const uploads = pgTable(
  'uploads',
  {
    /** 128 random bits, base64url. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    filename: text().notNull(),
    contentType: text().notNull(),
    declaredBytes: bigint({ mode: 'number' }).notNull(),
    /** These four are set once the whole file is in the store. */
    storageKey: text(),
    receivedBytes: bigint({ mode: 'number' }),
    receivedAt: moment(),
    /** SHA-256, hex; null if it arrived in parts, or went to the store directly. */
    contentHash: text(),
    /** The resulting transcript. */
    transcriptId: integer().references(() => transcripts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    // The sweep looks up the owner of every file.
    index().on(table.storageKey),
    index('uploads_transcript').on(table.transcriptId),
    index('uploads_created').on(table.createdAt),
  ],
);
