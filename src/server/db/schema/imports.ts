import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { ImportTiming } from '#contract/import-formats.ts';
import type { ReadTranscript } from '#domain/imports/read-transcript.ts';
import { createdAt } from './columns.ts';
import { transcripts } from './transcripts.ts';
import { users } from './users.ts';

/** Texts made elsewhere that were read and wait to become a transcript, or to be put onto its recording. */
export const imports = pgTable(
  'imports',
  {
    /** 128 random bits, base64url. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    filename: text().notNull(),
    /** What was understood; null once the transcript has it. */
    content: jsonb().$type<ReadTranscript>(),
    timing: text().$type<ImportTiming>().notNull().default('file'),
    /** The transcript that was made of it, or whose running job will use it. */
    transcriptId: integer().references(() => transcripts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('imports_transcript').on(table.transcriptId),
    index('imports_user').on(table.userId),
    index('imports_created').on(table.createdAt),
  ],
);
