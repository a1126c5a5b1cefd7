// npm run bench -- embedding-load: what others notice while the passages of hundreds of hours are embedded, as after an upgrade: health checks, another person's
// list, and a recording that somebody uploads. Measured first without the embedder, then with it.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { getCurrentUser } from '#contract/auth.ts';
import { getHealth } from '#contract/health.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { Client } from '#tests/support/client.ts';
import { percentile } from '#tests/support/percentile.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer } from '#tests/support/server.ts';
import { seedProject } from './seeded-project.ts';

/** Hours of talk with some 170 passages each. */
const HOURS = 280;
const SAMPLES = 600;
const PAUSE_MS = 50;
const UPLOADS = 12;

const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const cluster = await startCluster({ dataDir: join(folder, 'cluster'), log: () => undefined });
const admin = new pg.Client({ ...cluster.connection, database: 'postgres' });
await admin.connect();
await admin.query('create database bench');
await admin.end();
const { host, user } = cluster.connection;
const url = `postgres://${user}@localhost/bench?host=${encodeURIComponent(String(host))}`;
const pool = new pg.Pool({ ...cluster.connection, database: 'bench', max: 2 });
const recording = await wavRecording(60_000);
try {
  console.log(`Load before: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  for (const EMBEDDINGS of ['none', 'local']) {
    const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake', DATABASE_URL: url, EMBEDDINGS });
    try {
      const address = await server.ready;
      const person = await Client.signUp(address);
      if (EMBEDDINGS === 'none') await seed(await Client.signUp(address));
      else await untilBegun();
      await measure(EMBEDDINGS, person);
      if (EMBEDDINGS === 'local') await tellRest();
    } finally {
      await server.end('SIGTERM');
    }
  }
} finally {
  await pool.end();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}

async function seed(owner: Client): Promise<void> {
  const { id } = await owner.call(getCurrentUser, {});
  await seedProject(pool, { userId: Number(id), transcripts: HOURS, articles: 0 });
}

/** The first run begins with the minute. */
async function untilBegun(): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('select 1 from vectors limit 1');
    if (rows.length > 0) return;
    await wait(500);
  }
}

async function measure(embeddings: string, person: Client): Promise<void> {
  const sampled = { health: [] as number[], list: [] as number[] };
  const uploads: number[] = [];
  const sampling = (async () => {
    for (let at = 0; at < SAMPLES; at += 1) {
      sampled.health.push(await timed(() => person.call(getHealth, {})));
      sampled.list.push(await timed(() => person.call(listTranscripts, { query: {} })));
      await wait(PAUSE_MS);
    }
  })();
  for (let at = 0; at < UPLOADS; at += 1) {
    uploads.push(
      await timed(async () => {
        await person.until(await person.upload(recording), ({ status }) => status === 'completed');
      }),
    );
  }
  await sampling;
  console.log(`embeddings ${embeddings}:`);
  console.log(`  health check: ${told(sampled.health)}`);
  console.log(`  another person's list: ${told(sampled.list)}`);
  console.log(`  from upload to completed transcript, a minute of sound: ${told(uploads)}`);
}

async function tellRest(): Promise<void> {
  const { rows } = await pool.query(
    `select (select count(*) from transcripts where status = 'completed') as all,
      (select count(*) from vectors) as done, (select sum(jsonb_array_length(places)) from vectors) as passages`,
  );
  const [{ all, done, passages }] = rows;
  console.log(`  meanwhile embedded: ${done} of ${all} transcripts, ${passages} passages`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function told(times: readonly number[]): string {
  const at = (share: number) => percentile(times, share).toFixed(0);
  return `median ${at(0.5)} ms, 95% below ${at(0.95)} ms, longest ${Math.max(...times).toFixed(0)} ms`;
}
