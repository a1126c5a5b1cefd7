import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  serial,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ClipFormat, ClipStatus } from '#contract/clips.ts';
import type { Caption } from '#domain/exports/ass.ts';
import { createdAt } from './columns.ts';
import { transcripts } from './transcripts.ts';
import { users } from './users.ts';

/** Parts of recordings that are made into files. */
export const clips = pgTable(
  'clips',
  {
    id: serial().primaryKey(),
    transcriptId: integer()
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    /** Who made it; null once that account is gone. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    startMs: integer().notNull(),
    endMs: integer().notNull(),
    format: text().$type<ClipFormat>().notNull(),
    /** The text as it was when the clip was asked for; null without captions. */
    captions: jsonb().$type<Caption[]>(),
    /** Tells captions of another text apart; '' without captions. */
    captionsHash: text().notNull(),
    status: text().$type<ClipStatus>().notNull().default('processing'),
    progressPercent: real().notNull().default(0),
    errorCode: text(),
    /** The queue's job of the current run. */
    jobId: uuid(),
    storageKey: text(),
    sizeBytes: bigint({ mode: 'number' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('clips_same').on(table.transcriptId, table.startMs, table.endMs, table.format, table.captionsHash),
    index('clips_waiting').on(table.userId, table.status),
    // The sweep looks up the owner of every file.
    index().on(table.storageKey),
  ],
);
