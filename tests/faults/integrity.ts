import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Installation } from './installation.ts';

interface Rule {
  /** Each row is a violation, described by `what`. */
  sql: string;
}

/** Invariants of the database of an idle installation, whatever happened before. */
const RULES: readonly Rule[] = [
  {
    sql: `select format('Transcript %s is still being processed', id) as what from transcripts
      where status = 'processing' or job_id is not null or stage is not null`,
  },
  {
    sql: `select format('Transcript %s failed without a reason', id) as what from transcripts
      where status = 'failed' and (error_code is null or coalesce(error_message, '') = '')`,
  },
  {
    sql: `select format('Transcript %s is completed and has chunks', id) as what from transcripts
      where status = 'completed' and exists (select from chunks where transcript_id = transcripts.id)`,
  },
  {
    sql: `select format('Transcript %s has %s segments and %s words, and says %s and %s', t.id, s.segments, s.words, t.segment_count, t.word_count) as what
      from transcripts t, lateral (select count(*) as segments, coalesce(sum(jsonb_array_length(words)), 0) as words
        from segments where transcript_id = t.id) s
      where t.status = 'completed' and (s.segments <> t.segment_count or s.words <> coalesce(t.word_count, 0))`,
  },
  {
    sql: `select format('Transcript %s failed and has segments', id) as what from transcripts
      where status = 'failed' and exists (select from segments where transcript_id = transcripts.id)`,
  },
  {
    sql: `select format('Transcript %s has two segments at one place', transcript_id) as what from segments
      group by transcript_id, position having count(*) > 1`,
  },
  {
    sql: `select format('Two uploads are transcript %s', transcript_id) as what from uploads
      where transcript_id is not null group by transcript_id having count(*) > 1`,
  },
  {
    sql: `select format('Transcript %s has no recording', id) as what from transcripts
      where source_type in ('upload', 'recording') and not exists (select from media where transcript_id = transcripts.id)`,
  },
  {
    sql: `select format('A copy of transcript %s is never made; its jobs: %s', transcript_id,
        (select string_agg(concat_ws(' ', name, state, output), ', ') from pgboss.job
          where name like 'rendition%' and data->>'transcriptId' = transcript_id::text)) as what
      from media where transcode = 'pending'`,
  },
  {
    sql: `select format('Clip %s is still being made', id) as what from clips where status = 'processing'`,
  },
  {
    sql: `select format('Clip %s is %s and has no file or no reason', id, status) as what from clips
      where (status = 'ready') <> (storage_key is not null) or (status = 'failed') <> (error_code is not null)`,
  },
  {
    sql: `select format('Run %s of a conversation has %s questions and %s answers', run_id,
        count(*) filter (where role = 'user'), count(*) filter (where role = 'assistant')) as what
      from messages group by run_id
      having count(*) filter (where role = 'user') <> 1 or count(*) filter (where role = 'assistant') <> 1`,
  },
  {
    sql: `select format('Answer %s is complete and empty', id) as what from messages
      where role = 'assistant' and state = 'complete' and content = ''`,
  },
  {
    sql: `select format('Article %s has no passages', id) as what from articles
      where not exists (select from article_passages where article_id = articles.id)`,
  },
  {
    // Failed jobs of the other queues are marked on the transcript, the copy or the clip, which the rules above check.
    sql: `select format('Job %s of %s was given up', id, name) as what from pgboss.job
      where state = 'failed' and name not in ('transcribe', 'rendition', 'clip') and name not like '\\_\\_%'`,
  },
];

const NAMED_FILES = `
  select storage_key as key, 'upload ' || id as owner, received_bytes as bytes from uploads where storage_key is not null
  union all select storage_key, 'transcript ' || transcript_id, size_bytes from media
  union all select transcode_storage_key, 'transcript ' || transcript_id, null from media where transcode_storage_key is not null
  union all select storage_key, 'clip ' || id, size_bytes from clips where storage_key is not null
  union all select storage_key, 'recording ' || recording_id, size_bytes from recording_pieces
  union all select storage_key, 'article ' || id, null from articles where storage_key is not null`;

/** The damage in the database and the files of an idle installation after a sweep, one sentence for each problem. */
export async function findDamage({ query, dataDir }: Installation): Promise<string[]> {
  const damage: string[] = [];
  for (const { sql } of RULES) {
    const rows = await query<{ what: string }>(sql);
    damage.push(...rows.map(({ what }) => what));
  }
  const named = await query<{ key: string; owner: string; bytes: string | null }>(NAMED_FILES);
  const stored = await filesUnder(join(dataDir, 'media'));
  for (const { key, owner, bytes } of named) {
    const size = stored.get(key);
    if (size === undefined) damage.push(`The file ${key} of ${owner} is missing`);
    else if (bytes !== null && size !== Number(bytes))
      damage.push(`The file ${key} of ${owner} has ${size} bytes and not ${bytes}`);
  }
  const owned = new Set(named.map(({ key }) => key));
  for (const key of stored.keys()) if (!owned.has(key)) damage.push(`The file ${key} is nobody's`);
  for (const name of await readdir(join(dataDir, 'work')).catch(() => []))
    damage.push(`The working folder ${name} is left`);
  return damage;
}

/** File sizes in bytes by path below the folder, including files that are still arriving. */
async function filesUnder(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, number>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path), (await stat(path)).size);
  }
  return files;
}
