import { index, integer, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core';
import type { SpeakerSearchStatus } from '#contract/speaker-search.ts';
import type { SpokenTurn } from '#domain/speakers-again.ts';
import type { SpeakerMethod } from '#speech/engine.ts';
import { createdAt } from './columns.ts';
import { transcripts } from './transcripts.ts';
import { users } from './users.ts';

/** The search for the speakers of a finished transcript, until its result is applied or discarded. */
export const speakerSearches = pgTable(
  'speaker_searches',
  {
    transcriptId: integer()
      .primaryKey()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    /** The version of the text that it belongs to. */
    version: integer().notNull(),
    /** Who asked; null once that account is gone. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** How many people speak, as somebody said. */
    speakers: integer(),
    status: text().$type<SpeakerSearchStatus>().notNull().default('processing'),
    progressPercent: real().notNull().default(0),
    errorCode: text(),
    /** The queue's job of the run. */
    jobId: uuid().notNull(),
    /** Who speaks when; null until it is ready. By time, because the text may be edited in the meantime. */
    turns: jsonb().$type<SpokenTurn[]>(),
    /** What told the speakers apart; null until it is ready. */
    foundBy: text().$type<SpeakerMethod>(),
    createdAt: createdAt(),
  },
  (table) => [index('speaker_searches_waiting').on(table.userId, table.status)],
);
