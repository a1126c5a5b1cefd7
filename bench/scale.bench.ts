// npm run bench -- scale [--jobs 24]: jobs per hour with 1, 2 and 4 workers, on Debian's PostgreSQL 15, with an engine of
// fixed cost (it uses no processor time, so workers on one machine do not compete): the throughput of the queue,
// the database and the shared folder. Then it extrapolates larger installations from measured figures.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { searchTranscripts } from '#contract/search.ts';
import { Client } from '#tests/support/client.ts';
import { hasOtherPostgres, startOtherPostgres } from '#tests/support/other-postgres.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer } from '#tests/support/server.ts';

const { values } = parseArgs({ options: { jobs: { type: 'string', default: '24' } } });
const jobs = Number(values.jobs);
const CHUNK_MS = 3000;
/** The benchmark's one-hour transcripts have 600 segments of 15 words. */
const TALKS = 100;
/** Measured elsewhere: docs/figures.md, the whole application, on a fast and a slow machine, on two cores. */
const CORE_SECONDS_PER_HOUR = { best: 2 * 110, worst: 2 * 158 };
/** MP3 at 128 kbit/s. */
const RECORDING_MB_PER_HOUR = 57.6;
/** Assumed prices in US dollars; replace them with your own: a core for an hour, a GB of SSD and of object storage for a month. */
const PRICES = { coreHour: 0.04, ssdMonth: 0.1, objectMonth: 0.023 };

if (!hasOtherPostgres) throw new Error('This needs PostgreSQL 15: apt-get install postgresql-15');
const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const postgres = await startOtherPostgres(join(folder, 'postgres'));
const database = new pg.Client({ connectionString: postgres.url() });
const env = {
  DATABASE_URL: postgres.url(),
  SECRET: 'the same on every node, and long enough',
  SPEECH_ENGINE: 'fake',
  FAKE_SPEECH_MS: String(CHUNK_MS),
};
const dataDir = join(folder, 'data');
const web = runServer(dataDir, { ...env, ROLE: 'web' });
try {
  const ann = await Client.signUp(await web.ready);
  await database.connect();
  const sound = await wavRecording(10_000);
  console.log(`${jobs} recordings of one chunk of ${CHUNK_MS / 1000} s; each worker processes two at once`);
  for (const workers of [1, 2, 4]) console.log(await throughput(ann, sound, workers));
  const bytes = await sizeOfAnHour(ann);
  console.log(
    `database per hour of speech (600 segments, 9,000 words), from ${TALKS} talks: ${(bytes / 1e6).toFixed(2)} MB`,
  );
  for (const hours of [1000, 100_000]) console.log(describeGrowth(hours, bytes));
} finally {
  await web.end('SIGTERM');
  await database.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** From the first start of a job to the end of the last: the start of the workers themselves is not counted. */
async function throughput(ann: Client, sound: Buffer, workers: number): Promise<string> {
  const load = loadavg()[0]?.toFixed(1);
  const { rows: before } = await database.query('select now() as at');
  const ids = await Promise.all(Array.from({ length: jobs }, () => ann.upload(sound)));
  const nodes = Array.from({ length: workers }, () => runServer(dataDir, { ...env, ROLE: 'worker' }));
  for (const id of ids) await ann.until(id, ({ status }) => status === 'completed');
  await Promise.all(nodes.map((node) => node.end('SIGTERM')));
  const { rows } = await database.query<{ n: number; seconds: number; busy: number }>(
    `select count(*)::int as n, extract(epoch from max(completed_on) - min(started_on))::float8 as seconds,
       sum(extract(epoch from completed_on - started_on))::float8 as busy
     from pgboss.job where name = 'transcribe' and state = 'completed' and created_on >= $1`,
    [before[0]?.at],
  );
  const [{ n, seconds, busy } = { n: 0, seconds: Number.NaN, busy: Number.NaN }] = rows;
  const best = (2 * workers * 3600 * 1000) / CHUNK_MS;
  const rate = (n * 3600) / seconds;
  return `${workers} workers: ${n} jobs in ${seconds.toFixed(1)} s, ${rate.toFixed(0)} an hour (${((100 * rate) / best).toFixed(0)}% of the ${best} that the engine's cost allows); ${(busy / n).toFixed(1)} s a job; load ${load}`;
}

/** Bytes of tables and indexes for a one-hour transcript, in addition to what was there before. */
async function sizeOfAnHour(ann: Client): Promise<number> {
  const { rows: users } = await database.query('select id from users limit 1');
  const size = async () =>
    Number(
      (
        await database.query(
          "select sum(pg_total_relation_size(c.oid))::text as n from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'",
        )
      ).rows[0]?.n,
    );
  const before = await size();
  await database.query(
    `with made as (
       insert into transcripts (user_id, title, normalized_title, status, source_type, segment_count, duration_ms)
       select $1, 'Talk ' || n, 'talk ' || n, 'completed', 'upload', 600, 3600000 from generate_series(1, $2) n returning id
     ), numbered as (select id, n from made, generate_series(0, 599) n),
     worded as (
       select id, n, (select string_agg(substr(md5((random() * 8000)::int::text), 1, 3 + (w + n) % 6), ' ') from generate_series(1, 15) w where n >= 0) as text
       from numbered
     )
     insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
     select id, n, $1, 'Speaker ' || 1 + n % 2, n * 6000, n * 6000 + 6000, text, text,
       (select jsonb_agg(jsonb_build_object('text', word, 'startMs', n * 6000 + 400 * o, 'endMs', n * 6000 + 400 * o + 400, 'confidence', 0.9))
        from unnest(string_to_array(text, ' ')) with ordinality as words(word, o)), 'engine'
     from worded`,
    [users[0]?.id, TALKS],
  );
  // Inserted rows first wait in the pending lists of the GIN indexes.
  await database.query('vacuum analyze segments');
  if ((await ann.call(searchTranscripts, { query: { q: 'talk' } })).totalResults === 0)
    throw new Error('The inserted rows were not found.');
  return ((await size()) - before) / TALKS;
}

function describeGrowth(hoursADay: number, databaseBytes: number): string {
  const year = hoursADay * 365;
  const cores = (seconds: number) => (hoursADay * seconds) / 86_400;
  const gb = (bytes: number) => bytes / 1e9;
  const media = gb(year * RECORDING_MB_PER_HOUR * 1e6);
  const cost = (seconds: number) =>
    (seconds / 3600) * PRICES.coreHour +
    12 * (gb(databaseBytes) * PRICES.ssdMonth + (RECORDING_MB_PER_HOUR / 1000) * PRICES.objectMonth);
  return [
    `${hoursADay.toLocaleString('en')} hours of audio per day, as one-hour recordings, spread evenly:`,
    `  ${(hoursADay / 86_400).toFixed(3)} transcriptions per second, about ${((hoursADay * 360) / 86_400).toFixed(1)} stored chunks per second`,
    `  ${cores(CORE_SECONDS_PER_HOUR.best).toFixed(1)} to ${cores(CORE_SECONDS_PER_HOUR.worst).toFixed(1)} worker cores busy all the time`,
    `  after a year: database ${gb(year * databaseBytes).toFixed(0)} GB, recordings ${(media / 1000).toFixed(1)} TB`,
    `  per hour of audio, kept for a year: $${cost(CORE_SECONDS_PER_HOUR.best).toFixed(4)} to $${cost(CORE_SECONDS_PER_HOUR.worst).toFixed(4)} (assumed prices)`,
  ].join('\n');
}
