import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea } from './columns.ts';
import { articles } from './projects.ts';
import { transcripts } from './transcripts.ts';

/** What the passages of a transcript or an article mean, for finding them in other words. They can be made anew at any time. */
export const vectors = pgTable(
  'vectors',
  {
    id: serial().primaryKey(),
    transcriptId: integer().references(() => transcripts.id, { onDelete: 'cascade' }),
    articleId: integer().references(() => articles.id, { onDelete: 'cascade' }),
    /** The embedder and its model; vectors of different ones say nothing about each other. */
    model: text().notNull(),
    /** The state of the source that was read, as the database tells it. */
    rowVersion: text().notNull(),
    /** Where each passage is: the ids of its segments, or where it starts in an article's text. */
    places: jsonb().$type<number[][]>().notNull(),
    /** The beginning of the hash of each passage's text, 8 bytes each (`features/meaning/passage-key.ts`). */
    keys: bytea().notNull(),
    /** The vectors in the same order, one byte for each number, each with a scale of its own. */
    packed: bytea().notNull(),
  },
  (table) => [
    check('vectors_source', sql`num_nonnulls(${table.transcriptId}, ${table.articleId}) = 1`),
    uniqueIndex('vectors_transcript').on(table.transcriptId),
    uniqueIndex('vectors_article').on(table.articleId),
  ],
);
