import type pg from 'pg';
import { normalizeText } from '#domain/normalize-text.ts';
import { insertMember, insertProject, type Query } from '#tests/support/project-content.ts';
import { seededRandom } from '#tests/support/random.ts';
import { longSegments } from './long-transcript.ts';
import type { Belongings } from './person-life.ts';
import { giveRecordings, seedTalks } from './seeded-talks.ts';

/** The data that many people work with, and what they request. */
export interface LoadData {
  belongings: Belongings[];
  searches: string[];
  questions: string[];
  transcripts: number;
  segments: number;
}

/** The lengths of each person's recordings in words: two of an hour, the others of some minutes. */
const WORDS = [9000, 9000, ...Array.from({ length: 24 }, (_, index) => 300 + 40 * index)];
const PEOPLE_A_PROJECT = 5;
/** How many of a person's transcripts are in the project. */
const SHARED = 3;

/** Fills a migrated database: dozens of transcripts for each person, projects of five, and in the first one a transcript of ten hours. */
export async function seedLoad(
  pool: pg.Pool,
  userIds: readonly number[],
  recording: { key: string; sizeBytes: number; mimeType: string },
): Promise<LoadData> {
  const query: Query = async (text, values) => (await pool.query(text, values)).rows;
  await seedTalks(pool, { userIds, words: WORDS, copies: 1 });
  const projectIds: number[] = [];
  for (const [index, userId] of userIds.entries()) {
    if (index % PEOPLE_A_PROJECT === 0) projectIds.push(await insertProject(query, userId));
    else await insertMember(query, projectIds.at(-1) ?? 0, { userId, role: 'editor' });
  }
  const projectOf = (index: number) => projectIds[Math.floor(index / PEOPLE_A_PROJECT)] ?? 0;
  const owned = await query(
    'select user_id, array_agg(id order by id) as ids from transcripts group by user_id',
  );
  const idsOf = new Map(owned.map(({ user_id, ids }) => [Number(user_id), ids as number[]]));
  for (const [index, userId] of userIds.entries()) {
    const shared = (idsOf.get(userId) ?? []).slice(-SHARED);
    await query('update transcripts set project_id = $1 where id = any($2)', [projectOf(index), shared]);
  }
  const longId = await insertLong(query, userIds[0] ?? 0, projectIds[0] ?? 0);
  await giveRecordings(pool, recording);
  await pool.query('vacuum analyze');
  const [counted] = await query(
    'select (select count(*) from transcripts)::int as transcripts, (select count(*) from segments)::int as segments',
  );
  return {
    belongings: userIds.map((userId, index) => ({
      transcriptIds: idsOf.get(userId) ?? [],
      longId: index < PEOPLE_A_PROJECT ? longId : null,
      projectId: projectOf(index),
    })),
    ...(await wordsOf(query, userIds[0] ?? 0)),
    transcripts: Number(counted?.transcripts),
    segments: Number(counted?.segments),
  };
}

async function insertLong(query: Query, userId: number, projectId: number): Promise<number> {
  const segments = longSegments();
  const [row] = await query(
    `insert into transcripts (user_id, project_id, title, normalized_title, status, progress_percent, duration_ms, word_count, source_type, segment_count, language)
      values ($1, $2, 'Ten hours', $3, 'completed', 100, $4, 90000, 'upload', $5, 'en') returning id`,
    [userId, projectId, normalizeText('Ten hours'), segments.at(-1)?.endMs, segments.length],
  );
  await query(
    `insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
      select $1, ordinal, $2, row->>'speaker', (row->>'startMs')::integer, (row->>'endMs')::integer, row->>'text',
        row->>'normalized', row->'words', 'measured' from jsonb_array_elements($3::jsonb) with ordinality as list(row, ordinal)`,
    [row?.id, userId, JSON.stringify(segments)],
  );
  return Number(row?.id);
}

/** Words of the talks from frequent to rare, single and in pairs, as people look for, and questions of some of them. */
async function wordsOf(query: Query, userId: number): Promise<{ searches: string[]; questions: string[] }> {
  const random = seededRandom(7);
  const lines = await query('select normalized from segments where user_id = $1 order by id limit 3000', [
    userId,
  ]);
  const texts = lines.map(({ normalized }) => String(normalized).replace(/\.$/, '').split(' '));
  const searches = Array.from({ length: 300 }, (_, index) => {
    const words = random.pick(texts);
    const at = random.below(words.length);
    return words.slice(at, at + 1 + (index % 3 === 0 ? 1 : 0)).join(' ');
  }).filter((text) => text.length >= 3);
  const questions = Array.from({ length: 50 }, () => {
    const words = random.pick(texts).filter((word) => word.length > 4);
    return `What was said about ${words.slice(0, 3).join(' and ')}?`;
  });
  return { searches, questions };
}
