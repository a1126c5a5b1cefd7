import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ImportFacts } from '#contract/import-formats.ts';
import type { Segment, Word } from '#contract/segments.ts';
import type { SoundTrackFacts } from '#contract/sound-tracks.ts';
import type { EngineName } from '#contract/speech-engines.ts';
import { type TranscriptionOptions, USUAL_OPTIONS } from '#contract/transcription-options.ts';
import type { LanguageSource, SourceType, Stage, TranscriptStatus } from '#contract/transcripts.ts';
import type { SpeakerMethod } from '#speech/engine.ts';
import type { SoundClock } from '../../media/sound-clock.ts';
import { bytea, createdAt, moment, tsvector } from './columns.ts';
import { projects } from './projects.ts';
import { users } from './users.ts';

export const transcripts = pgTable(
  'transcripts',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: integer().references(() => projects.id, { onDelete: 'set null' }),
    title: text().notNull(),
    /** The title as domain/normalize-text.ts normalizes it, for searching. */
    normalizedTitle: text().notNull(),
    status: text().$type<TranscriptStatus>().notNull().default('processing'),
    stage: text().$type<Stage>(),
    progressPercent: real().notNull().default(0),
    durationMs: integer(),
    wordCount: integer(),
    accuracy: real(),
    sourceType: text().$type<SourceType>().notNull(),
    sourceUrl: text(),
    originalFilename: text(),
    errorCode: text(),
    errorMessage: text(),
    language: text(),
    languageBy: text().$type<LanguageSource>(),
    lowConfidence: boolean().notNull().default(false),
    /** How it is to be transcribed; later runs use them, too. */
    options: jsonb().$type<TranscriptionOptions>().notNull().default(USUAL_OPTIONS),
    /** The speech engine that made, or is making, the text; null until known. */
    engine: text().$type<EngineName>(),
    /** The file that the text was imported from; null if an engine made it. */
    imported: jsonb().$type<ImportFacts>(),
    /** The speech engine of the current or last run; null until one is chosen. */
    runEngine: text().$type<EngineName>(),
    /** The current run's job at a remote engine, by the service's own id. */
    remoteId: text(),
    /** What told the speakers apart; null if nothing did, or from before that was recorded. */
    speakersBy: text().$type<SpeakerMethod>(),
    speakersSuggested: boolean().notNull().default(false),
    showSpeakers: boolean().notNull().default(true),
    speakerNames: jsonb().$type<Record<string, string>>().notNull().default({}),
    segmentCount: integer().notNull().default(0),
    /** The queue's job of the current run; results of other jobs are stale and not written. */
    jobId: uuid(),
    /** The number of the current text; others are in `versions`. */
    version: integer().notNull().default(1),
    /** When the engine made the current text. */
    madeAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('transcripts_user_newest').on(table.userId, table.id),
    index('transcripts_project').on(table.projectId, table.id),
    check('transcripts_status', sql`${table.status} in ('processing', 'completed', 'failed')`),
  ],
);

export const segments = pgTable(
  'segments',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    transcriptId: integer()
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    /** The order of the segments; not necessarily an integer. */
    position: doublePrecision().notNull(),
    /** Incremented with every change of text or times. */
    revision: integer().notNull().default(1),
    userId: integer().notNull(),
    speaker: text().notNull(),
    startMs: integer().notNull(),
    endMs: integer().notNull(),
    text: text().notNull(),
    /** The text normalized as in domain/normalize-text.ts, for searching. */
    normalized: text().notNull(),
    words: jsonb().$type<Word[]>().notNull(),
    timing: text().$type<Segment['timing']>().notNull(),
    tsv: tsvector().generatedAlwaysAs(sql`to_tsvector('simple', normalized)`),
  },
  (table) => [
    index('segments_order').on(table.transcriptId, table.position),
    index('segments_words').using('gin', table.userId, table.tsv),
    index('segments_parts').using('gin', table.userId, table.normalized.op('gin_trgm_ops')),
  ],
);

/** The columns of a segment as the domain knows it. */
export const SEGMENT_COLUMNS = {
  id: segments.id,
  revision: segments.revision,
  position: segments.position,
  speaker: segments.speaker,
  startMs: segments.startMs,
  endMs: segments.endMs,
  text: segments.text,
  words: segments.words,
  timing: segments.timing,
};

/** What a running job has recognized so far; a restarted job resumes from here. Deleted once the transcript is completed. */
export const chunks = pgTable(
  'chunks',
  {
    transcriptId: integer()
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    /** The engine that recognized it, its server and its language (`choose-engine.ts`); texts of different ones are never combined. */
    madeBy: text().notNull().default('local'),
    startMs: integer().notNull(),
    endMs: integer().notNull(),
    segments: jsonb().$type<Segment[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transcriptId, table.startMs] })],
);

/** The recording of a transcript in the media store. */
export const media = pgTable(
  'media',
  {
    transcriptId: integer()
      .primaryKey()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    storageKey: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    /** SHA-256 of the file as it came, hex; null for one that was not read here, until it is transcribed. */
    contentHash: text(),
    /** Detected from the content; null before that. */
    mimeType: text(),
    kind: text().$type<'audio' | 'video'>(),
    /** Whether browsers can play it as it is; if not, it is transcoded. */
    transcode: text().$type<'not-needed' | 'pending' | 'made' | 'failed'>(),
    transcodeStorageKey: text(),
    /** What its decoding found its time stamps to be worth; null before that. */
    soundClock: text().$type<SoundClock>(),
    /** Which of its sound tracks is heard, counted from 1 (the first of them if several are mixed), and how many there are; null before it was probed. */
    soundTrack: integer(),
    soundTracks: integer(),
    /** The tracks that are mixed; null if one is heard alone. */
    mixedTracks: jsonb().$type<number[]>(),
    /** What the recording says of its tracks; null in rows from before that was read. */
    tracks: jsonb().$type<SoundTrackFacts[]>(),
    /** The loudness of each bucket, 0 to 100. */
    waveform: jsonb().$type<number[]>(),
    waveformBucketMs: real(),
  },
  (table) => [
    // The sweep looks up the owner of every file.
    index().on(table.storageKey),
    index().on(table.transcodeStorageKey),
    // Finds the same file again. Not by owner: members find each other's.
    index('media_same_file').on(table.sizeBytes, table.contentHash),
  ],
);

/**
 * The waveform of a recording to the hundredth of a second. Recordings from before it was measured while transcribing get a row when
 * somebody first wants it.
 */
export const fineWaveforms = pgTable('fine_waveforms', {
  transcriptId: integer()
    .primaryKey()
    .references(() => transcripts.id, { onDelete: 'cascade' }),
  status: text().$type<'pending' | 'made' | 'failed'>().notNull(),
  /** One byte for every 10 ms, 0 to 100; stored uncompressed, so that a part can be read alone. Null until it is made. */
  peaks: bytea(),
});
