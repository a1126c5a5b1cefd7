// npm run bench -- load [--minutes 3] [--people 200] [--statements]: many people at once on two web nodes, a worker and one PostgreSQL 15
// (Debian's, with the settings that docs/operating.md recommends), with uploads of 500 MB and transcriptions at the same time. The speech engine is
// the fake one, which returns fixed words, but the recordings are read and decoded. Any unexpected answer makes this fail.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { CurrentUser } from '#contract/auth.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { hasOtherPostgres, startOtherPostgres } from '#tests/support/other-postgres.ts';
import { percentile } from '#tests/support/percentile.ts';
import { lastingPort } from '#tests/support/ports.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer } from '#tests/support/server.ts';
import { watchDisk } from './disk-waits.ts';
import { type LoadData, seedLoad } from './load-data.ts';
import type { PeopleJob, PeopleResult } from './load-people.ts';
import { describeLatencies, describeSamples } from './load-report.ts';
import type { UploadsJob, UploadsResult } from './load-uploads.ts';
import { watchNodes } from './node-samples.ts';
import { RECOMMENDED_SETTINGS } from './postgres-settings.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    people: { type: 'string', default: '200' },
    statements: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.minutes) * 60;
const count = Number(values.people);
const ALONE_SECONDS = 25;
const LARGE_BYTES = 500_000_000;
const MEDIA_KEY = 'bench/talk.wav';
const SETTLE_MS = 300_000;
const EVERY_MS = 5000;

if (!hasOtherPostgres) throw new Error('This needs PostgreSQL 15: apt-get install postgresql-15');
const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const dataDir = join(folder, 'data');
const preload = values.statements ? { shared_preload_libraries: 'pg_stat_statements' } : undefined;
const postgres = await startOtherPostgres(join(folder, 'postgres'), { ...RECOMMENDED_SETTINGS, ...preload });
const metricsPort = await lastingPort();
const env = {
  DATABASE_URL: postgres.url(),
  SECRET: 'the same on every node, and long enough',
  SPEECH_ENGINE: 'fake',
  FAKE_SPEECH_MS: '100',
};
const web = ['web node 1', 'web node 2'].map((name) => ({
  name,
  server: runServer(dataDir, { ...env, ROLE: 'web' }),
}));
const urls = await Promise.all(web.map(({ server }) => server.ready));
const worker = runServer(dataDir, { ...env, ROLE: 'worker', METRICS_PORT: String(metricsPort) });
const pool = new pg.Pool({ connectionString: postgres.url() });
// Stopping the server before its connections have ended cuts them.
pool.on('error', () => undefined);
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  await pool.end();
  await Promise.all([...web.map(({ server }) => server.end('SIGTERM')), worker.end('SIGTERM')]);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(): Promise<boolean> {
  const talk = await wavRecording(600_000);
  await mkdir(join(dataDir, 'media/bench'), { recursive: true });
  await writeFile(join(dataDir, 'media', MEDIA_KEY), talk);
  const signingUp = performance.now();
  const people = await signUp(count + 1);
  console.log(`${people.length} people signed up, each from a separate address, in ${since(signingUp)}`);
  const seeding = performance.now();
  const [uploader, ...others] = people;
  if (!uploader) throw new Error('No person has signed up.');
  const data = await seedLoad(
    pool,
    others.map(({ id }) => id),
    { key: MEDIA_KEY, sizeBytes: talk.length, mimeType: 'audio/wav' },
  );
  console.log(
    `${data.segments.toLocaleString('en')} segments in ${data.transcripts.toLocaleString('en')} transcripts, ${data.belongings[0]?.transcriptIds.length} per person, created in ${since(seeding)}`,
  );
  const job = (who: number, pauseMs: readonly [number, number], time: number): Promise<PeopleJob> =>
    peopleJob(others.slice(0, who), data, talk.length, { pauseMs, seconds: time });

  const alone = await runAlone<PeopleJob, PeopleResult>(
    'load-people.ts',
    await job(1, [50, 250], ALONE_SECONDS),
  );
  if (values.statements) {
    await pool.query('create extension if not exists pg_stat_statements');
    await pool.query('select pg_stat_statements_reset()');
  }
  const watched = watchNodes(
    [
      ...web.map(({ name, server }, at) => ({
        name,
        pid: server.child.pid,
        metricsUrl: `${urls[at]}/metrics`,
      })),
      { name: 'worker', pid: worker.child.pid, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` },
      { name: 'PostgreSQL', pid: postgres.pid() },
    ],
    postgres.url(),
    EVERY_MS,
  );
  const disk = await watchDisk(folder);
  const loadBefore = loadavg()[0]?.toFixed(1);
  const [result, uploads] = await Promise.all([
    runAlone<PeopleJob, PeopleResult>('load-people.ts', await job(count, [1000, 5000], seconds)),
    runAlone<UploadsJob, UploadsResult>('load-uploads.ts', {
      urls,
      cookie: uploader.cookie,
      address: uploader.address,
      sizeBytes: LARGE_BYTES,
      ways: ['whole', 'in parts', 'whole'],
      pauseMs: 5000,
    }),
  ]);
  const loadAfter = loadavg()[0]?.toFixed(1);
  await Promise.all([watched.stop(), disk.stop()]);
  const ids = [...uploads.uploaded, ...result.uploaded];
  const ended = await untilTranscribed(ids);

  const requests = Object.entries(result.latencies).filter(([kind]) => !kind.startsWith('edit told'));
  const total = requests.reduce((sum, [, times]) => sum + times.length, 0);
  console.log(
    `${count} people for ${values.minutes} minutes, pausing 1 to 5 s between actions: ${total.toLocaleString('en')} requests, ${(total / seconds).toFixed(0)} per second, ${(result.bytes / 1e6 / seconds).toFixed(1)} MB/s; load ${loadBefore} before, ${loadAfter} after (2 cores)`,
  );
  console.log(describeLatencies(result.latencies, alone.latencies));
  console.log(`500 MB uploads during the run: ${uploads.told.join('; ')}`);
  console.log(`recordings submitted for transcription: ${ended}`);
  console.log(describeSamples(watched.samples));
  const [usual, late, worst] = [0.5, 0.99, 1].map((part) => percentile(disk.waits, part).toFixed(0));
  console.log(
    `synchronous writes of 8 kB pages to the same disk during the run: median ${usual} ms, 99th percentile ${late} ms, worst ${worst} ms`,
  );
  console.log(
    `simulated people: ${result.cpuSeconds.toFixed(0)} s of processor time, their event loop delayed by ${result.worstLagMs.toFixed(0)} ms at worst (counted as latency)`,
  );
  if (values.statements) await tellStatements(total);
  const errors = [...alone.errors, ...result.errors, ...uploads.errors];
  console.log(`errors: ${errors.length}`);
  for (const error of errors.slice(0, 50)) console.log(`  ${error}`);
  return errors.length === 0 && ended.startsWith(`${ids.length} completed`);
}

async function signUp(people: number): Promise<{ id: number; cookie: string; address: string }[]> {
  const left = Array.from({ length: people }, (_, index) => index);
  const made: { id: number; cookie: string; address: string }[] = [];
  const lane = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const address = `10.1.${index >> 8}.${index & 255}`;
      const response = await fetch(`${urls[index % urls.length]}/api/auth/sign-up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({
          email: `person.${index}@example.test`,
          password: 'correct horse',
          firstName: `Person ${index}`,
        }),
      });
      if (!response.ok) throw new Error(`sign-up: ${response.status}: ${await response.text()}`);
      const { id } = (await response.json()) as CurrentUser;
      made.push({ id: Number(id), cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', address });
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  return made;
}

async function peopleJob(
  who: readonly { id: number; cookie: string; address: string }[],
  data: LoadData,
  mediaBytes: number,
  { pauseMs, seconds: time }: { pauseMs: readonly [number, number]; seconds: number },
): Promise<PeopleJob> {
  const recording = (await wavRecording(60_000)).toString('base64');
  const people = who.map(({ cookie, address }, index) => {
    const belongings = data.belongings[index];
    if (!belongings) throw new Error('A person has no transcripts.');
    return { cookie, address, ...belongings };
  });
  return { urls, people, seconds: time, world: { ...data, recording, mediaBytes, pauseMs } };
}

/** Starts a separate process, gives it its job and waits for its result. */
async function runAlone<Job extends object, Result>(program: string, job: Job): Promise<Result> {
  const child: ChildProcess = fork(new URL(program, import.meta.url), { serialization: 'advanced' });
  child.send(job);
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} exited with ${code}.`);
  });
  const [result] = await Promise.race([once(child, 'message'), gone]);
  return result as Result;
}

/** Waits for recordings to finish, for some minutes at most; returns how many ended in which state. */
async function untilTranscribed(ids: readonly number[]): Promise<string> {
  const started = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ status: Transcript['status']; n: number }>(
      'select status, count(*)::int as n from transcripts where id = any($1) group by status order by status',
      [ids],
    );
    if (rows.every(({ status }) => status === 'completed') || performance.now() - started > SETTLE_MS) {
      return `${rows.map(({ status, n }) => `${n} ${status}`).join(', ')}, the last ${since(started)} after the people had gone`;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function tellStatements(requests: number): Promise<void> {
  const { rows } = await pool.query<{
    calls: string;
    total: number;
    mean: number;
    max: number;
    query: string;
  }>(
    `select calls, total_exec_time as total, mean_exec_time as mean, max_exec_time as max, regexp_replace(query, '\\s+', ' ', 'g') as query
      from pg_stat_statements order by total_exec_time desc limit 30`,
  );
  const { rows: all } = await pool.query(
    'select sum(calls)::int as n, sum(total_exec_time) as ms from pg_stat_statements',
  );
  console.log(
    `statements: ${all[0]?.n}, ${(all[0]?.n / requests).toFixed(1)} per request, ${(all[0]?.ms / 1000).toFixed(0)} s in total`,
  );
  for (const { calls, total, mean, max, query } of rows)
    console.log(
      `  ${(total / 1000).toFixed(1)} s, ${calls} times, mean ${mean.toFixed(1)}, worst ${max.toFixed(0)} ms: ${query.slice(0, 220)}`,
    );
}

function since(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(0)} s`;
}
