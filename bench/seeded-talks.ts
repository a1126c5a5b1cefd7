import type pg from 'pg';
import { insertTalk, type Query } from '#tests/support/project-content.ts';
import type { Line } from '#tests/support/transcripts.ts';
import { makeNoise } from './project-corpus.ts';

export interface TalkPlan {
  /** The owners: each gets all of them. */
  userIds: readonly number[];
  /** Words of each different talk. */
  words: readonly number[];
  /** How many copies of each talk each person has. */
  copies: number;
}

const SPEAKERS = 3;
const SEED = 20_262;
/** The number of waveform peaks that the pipeline computes for an hour. */
const PEAKS = 1800;

/**
 * Fills a migrated database with generated transcripts; returns how many segments there are. The different talks are
 * generated here, their copies by the database itself. The word indexes are dropped while rows are inserted.
 */
export async function seedTalks(pool: pg.Pool, { userIds, words, copies }: TalkPlan): Promise<number> {
  const client = await pool.connect();
  const query: Query = async (text, values) => (await client.query(text, values)).rows;
  await query("set synchronous_commit = off; set statement_timeout = 0; set work_mem = '256MB'");
  await query('drop index segments_words; drop index segments_parts');
  const newSubject = makeNoise(SEED, []);
  const templates: number[] = [];
  for (const [at, count] of words.entries()) {
    const sentences = newSubject().sentences(count);
    const title = `${titleOf(sentences[0] ?? '')} ${at + 1}`;
    const lines = sentences.map(lineOf);
    templates.push(await insertTalk(query, { projectId: null, userId: userIds[0] ?? 0, title, lines }));
  }
  await query(
    `create temp table copied as
      select t.id as template, owner as user_id, n, nextval('transcripts_id_seq')::int as id
      from generate_series(1, $3::int) n, unnest($2::int[]) with ordinality as owners(owner, place), unnest($1::int[]) as t(id)
      where place > 1 or n > 1`,
    [templates, userIds, copies],
  );
  await query(
    `insert into transcripts (id, user_id, title, normalized_title, status, progress_percent, duration_ms, word_count, source_type, segment_count, language)
      select c.id, c.user_id, t.title, t.normalized_title, t.status, 100, t.duration_ms, t.word_count, t.source_type, t.segment_count, t.language
      from copied c join transcripts t on t.id = c.template order by c.id`,
  );
  await query(
    `insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
      select c.id, s.position, c.user_id, s.speaker, s.start_ms, s.end_ms, s.text, s.normalized, s.words, s.timing
      from copied c join segments s on s.transcript_id = c.template order by c.id, s.position`,
  );
  client.release();
  await Promise.all([
    makeIndex(pool, 'create index segments_words on segments using gin (user_id, tsv)'),
    makeIndex(pool, 'create index segments_parts on segments using gin (user_id, normalized gin_trgm_ops)'),
  ]);
  await pool.query('vacuum analyze');
  const { rows } = await pool.query('select count(*)::int as n from segments');
  return rows[0].n;
}

/** Gives every transcript without a recording the same file in the media store. */
export async function giveRecordings(
  pool: pg.Pool,
  { key, sizeBytes, mimeType }: { key: string; sizeBytes: number; mimeType: string },
): Promise<void> {
  const peaks = Array.from({ length: PEAKS }, (_, index) => 20 + ((index * 37) % 60));
  await pool.query(
    `insert into media (transcript_id, storage_key, size_bytes, mime_type, kind, transcode, waveform, waveform_bucket_ms)
      select id, $1, $2, $3, 'audio', 'not-needed', $4, 2000 from transcripts on conflict do nothing`,
    [key, sizeBytes, mimeType, JSON.stringify(peaks)],
  );
}

async function makeIndex(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  await client.query("set maintenance_work_mem = '512MB'; set statement_timeout = 0");
  await client.query(statement);
  client.release(true);
}

function lineOf(text: string, at: number): Line {
  return { speaker: `Speaker ${(Math.floor(at / 4) % SPEAKERS) + 1}`, text };
}

function titleOf(sentence: string): string {
  return sentence.split(' ').slice(0, 4).join(' ');
}
