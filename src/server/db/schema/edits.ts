import { boolean, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import type { EditKind } from '#contract/edits.ts';
import type { ImportFacts } from '#contract/import-formats.ts';
import type { EngineName } from '#contract/speech-engines.ts';
import type { LanguageSource } from '#contract/transcripts.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import type { SpeakerMethod } from '#speech/engine.ts';
import { createdAt, moment } from './columns.ts';
import { type media, transcripts } from './transcripts.ts';
import { users } from './users.ts';

/** A segment before or after a step; the words only if they changed. */
export type SegmentState = Omit<PlacedSegment, 'words' | 'id'> & Partial<Pick<PlacedSegment, 'words'>>;

/** What a step did to one segment; null where it did not exist. */
export interface StoredChange {
  id: number;
  before: SegmentState | null;
  after: SegmentState | null;
}

export interface StoredNames {
  before: Record<string, string>;
  after: Record<string, string>;
}

/** Every step that changed a text or its speakers. Rows are only added; only `isUndone` changes. */
export const edits = pgTable(
  'edits',
  {
    id: serial().primaryKey(),
    transcriptId: integer()
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    /** The version of the text that it belongs to. */
    version: integer().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    kind: text().$type<EditKind>().notNull(),
    isUndone: boolean().notNull().default(false),
    changes: jsonb().$type<StoredChange[]>().notNull(),
    /** The speakers' names, if they changed. */
    names: jsonb().$type<StoredNames>(),
    createdAt: createdAt(),
  },
  (table) => [index('edits_transcript').on(table.transcriptId, table.version, table.id)],
);

/** Texts other than the current one, saved whole, with their segments' ids, when the recording was transcribed again. */
export const versions = pgTable(
  'versions',
  {
    transcriptId: integer()
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    /** When the engine made it. */
    madeAt: moment().notNull(),
    segments: jsonb().$type<PlacedSegment[]>().notNull(),
    speakerNames: jsonb().$type<Record<string, string>>().notNull(),
    /** The transcript's columns that belong to its text. */
    facts: jsonb().$type<VersionFacts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transcriptId, table.version] })],
);

/** The sound of a recording that a text is of: columns of its media, and whether browsers play it from the file as it is. */
export interface HeardSound
  extends Pick<
    typeof media.$inferSelect,
    'mixedTracks' | 'tracks' | 'soundClock' | 'waveform' | 'waveformBucketMs'
  > {
  soundTrack: number;
  soundTracks: number;
  playsAsItIs: boolean;
}

export interface VersionFacts {
  wordCount: number | null;
  accuracy: number | null;
  language: string | null;
  /** Missing in versions from before it was recorded. */
  languageBy?: LanguageSource | null;
  lowConfidence: boolean;
  speakersSuggested: boolean;
  showSpeakers: boolean;
  segmentCount: number;
  /** Missing in versions from before engines were recorded. */
  engine?: EngineName | null;
  /** Missing in versions from before it was recorded. */
  speakersBy?: SpeakerMethod | null;
  /** Missing in versions from before texts were imported. */
  imported?: ImportFacts | null;
  /** Null if the recording has one sound track; missing in versions from before one could be chosen. */
  heard?: HeardSound | null;
}
