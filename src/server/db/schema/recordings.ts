import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { transcripts } from './transcripts.ts';
import { users } from './users.ts';

/** Live recordings of which pieces have come. The transcript stays here, so that the same recording never becomes two. */
export const recordings = pgTable(
  'recordings',
  {
    /** 128 random bits, base64url, made by the browser. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What it became. */
    transcriptId: integer().references(() => transcripts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    changedAt: createdAt(),
  },
  (table) => [
    index('recordings_user').on(table.userId),
    index('recordings_transcript').on(table.transcriptId),
  ],
);

export const recordingPieces = pgTable(
  'recording_pieces',
  {
    recordingId: text()
      .notNull()
      .references(() => recordings.id, { onDelete: 'cascade' }),
    /** 0, 1, 2, ... */
    position: integer().notNull(),
    storageKey: text().notNull(),
    sizeBytes: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recordingId, table.position] }),
    // The sweep asks of each file whose it is.
    index().on(table.storageKey),
  ],
);
