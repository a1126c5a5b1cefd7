import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { KeyProvider } from '#contract/api-keys.ts';
import type { AnalysisProviderName, AnswerState, ChatMessage } from '#contract/chat.ts';
import type { Citation } from '#domain/citations.ts';
import type { ReadSources } from '#domain/read-sources.ts';
import type { CheckedSummary } from '#domain/summary.ts';
import { createdAt, moment } from './columns.ts';
import { projects } from './projects.ts';
import { transcripts } from './transcripts.ts';
import { users } from './users.ts';

/** People's own API keys, each encrypted with the application's secret. */
export const apiKeys = pgTable(
  'api_keys',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text().$type<KeyProvider>().notNull(),
    /** AES-256-GCM, see server/secret.ts. */
    encrypted: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.provider] })],
);

/** People's own speech servers. */
export const speechServers = pgTable('speech_servers', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  address: text().notNull(),
  /** Empty: the server's first. */
  model: text().notNull(),
  /** Encrypted like API keys; null if the server needs no key. */
  encryptedKey: text(),
  createdAt: createdAt(),
});

/** The one summary of a transcript. */
export const summaries = pgTable('summaries', {
  transcriptId: integer()
    .primaryKey()
    .references(() => transcripts.id, { onDelete: 'cascade' }),
  content: jsonb().$type<Omit<CheckedSummary, 'citations'>>().notNull(),
  citations: jsonb().$type<readonly Citation[]>().notNull(),
  /** The version of the text that it summarizes. */
  version: integer().notNull(),
  provider: text().$type<AnalysisProviderName>().notNull(),
  createdAt: createdAt(),
});

/** Questions about a transcript, a project or a person's whole library, and their answers, in order of id. */
export const messages = pgTable(
  'messages',
  {
    id: serial().primaryKey(),
    transcriptId: integer().references(() => transcripts.id, { onDelete: 'cascade' }),
    projectId: integer().references(() => projects.id, { onDelete: 'cascade' }),
    /** The person about whose library it is: about all that this person may ask about. */
    libraryOf: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** Who asked; null for answers. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    role: text().$type<ChatMessage['role']>().notNull(),
    content: text().notNull(),
    state: text().$type<AnswerState>().notNull().default('complete'),
    provider: text().$type<AnalysisProviderName>(),
    citations: jsonb().$type<readonly Citation[]>().notNull().default([]),
    /** What was read for an answer; null for questions, answers about one transcript, and where nobody knows. */
    read: jsonb().$type<ReadSources>(),
    /** The run that writes it; results of other runs are stale. */
    runId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    index('messages_transcript').on(table.transcriptId, table.id),
    index('messages_project').on(table.projectId, table.id),
    index('messages_library').on(table.libraryOf, table.id),
    check(
      'messages_about_one',
      sql`num_nonnulls(${table.transcriptId}, ${table.projectId}, ${table.libraryOf}) = 1`,
    ),
  ],
);

/**
 * Work that only one process does at a time, across all nodes: the holder of a name renews it, and a dead holder loses it when it
 * expires.
 */
export const leases = pgTable('leases', {
  name: text().primaryKey(),
  holder: uuid().notNull(),
  expiresAt: moment().notNull(),
});

/** How much of the shared keys' daily quotas has been used. */
export const usage = pgTable(
  'usage',
  {
    /** In UTC. */
    day: date().notNull(),
    /** 'answers:user:12', 'answers:shared:owner:12', 'speech:total': server/features/quotas. */
    subject: text().notNull(),
    /** Answers, or minutes of audio. */
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject] })],
);
