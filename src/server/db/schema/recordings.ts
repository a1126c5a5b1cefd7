import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { transcripts } from './transcripts.ts';
import { users } from './users.ts';

/**
 * Live recordings with at least one piece. The transcript is recorded here, so that one recording never becomes two transcripts.
 */
export const recordings = pgTable(
  'recordings',
  {
    /** 128 random bits, base64url, made by the browser. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The resulting transcript. */
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
    // The sweep looks up the owner of every file.
    index().on(table.storageKey),
  ],
);
