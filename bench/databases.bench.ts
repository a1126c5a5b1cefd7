// npm run bench -- databases [--rounds 3] [--copies 30]: the same calls over HTTP on the embedded PostgreSQL 18, on Debian's 15 with default settings, and on Debian's 15
// with the settings that docs/operating.md recommends; each with the same 600,000 segments of one person. Calls to the three are interleaved.
// Then it compares the list with a bare Fastify route that answers the same bytes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { request } from 'undici';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { Client } from '#tests/support/client.ts';
import { hasOtherPostgres, startOtherPostgres } from '#tests/support/other-postgres.ts';
import { percentile } from '#tests/support/percentile.ts';
import { familyTime } from '#tests/support/process-time.ts';
import { runServer } from '#tests/support/server.ts';
import { CALLS, prepareCalls, type Target } from './database-calls.ts';
import { RECOMMENDED_SETTINGS } from './postgres-settings.ts';
import { repeat } from './repeat.ts';
import { seedTalks } from './seeded-talks.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, copies: { type: 'string', default: '30' } },
});
const rounds = Number(values.rounds);
/** Thirty different one-hour talks, thirty times each: 600,000 segments. */
const TALKS = { words: Array.from({ length: 30 }, () => 9000), copies: Number(values.copies) };
const LANES = 8;
const BURST_MS = 3000;

if (!hasOtherPostgres) throw new Error('This needs PostgreSQL 15: apt-get install postgresql-15');
const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const stops: (() => Promise<unknown>)[] = [];
try {
  const targets = await prepare();
  await prepareCalls(targets);
  await measureCalls(targets);
  await measureBursts(targets);
  await measureList(targets[0]);
} finally {
  for (const stop of stops.reverse()) await stop();
  await rm(folder, { recursive: true, force: true });
}

/** Fills the embedded database and one of Debian's in parallel; the other Debian database is a copy. */
async function prepare(): Promise<Target[]> {
  const started = performance.now();
  const cluster = await startCluster({ dataDir: join(folder, 'embedded'), log: () => undefined });
  stops.push(() => cluster.stop());
  const socket = encodeURIComponent(String(cluster.connection.host));
  const embeddedUrl = `postgres://tapescript@localhost/tapescript?host=${socket}`;
  const first = await startOtherPostgres(join(folder, 'default'));
  const [segments] = await Promise.all([embeddedUrl, first.url()].map(fill));
  await first.stop();
  await cp(join(folder, 'default'), join(folder, 'recommended'), { recursive: true });
  await first.start();
  stops.push(() => first.stop());
  const second = await startOtherPostgres(join(folder, 'recommended'), RECOMMENDED_SETTINGS);
  stops.push(() => second.stop());
  const pidFile = join(folder, 'embedded/db/postmaster.pid');
  const embeddedPid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  console.log(
    `${segments?.toLocaleString('en')} segments, created in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  return Promise.all([
    serve('embedded 18', embeddedUrl, embeddedPid),
    serve('15 with default settings', first.url(), first.pid()),
    serve('15 with recommended settings', second.url(), second.pid()),
  ]);
}

/** One person with all the talks. */
async function fill(url: string): Promise<number> {
  const server = runServer(await mkdtemp(join(folder, 'first-')), {
    DATABASE_URL: url,
    SPEECH_ENGINE: 'fake',
    ROLE: 'web',
  });
  await Client.signUp(await server.ready);
  await server.end('SIGTERM');
  const pool = openPool(url);
  const { rows } = await pool.query('select id from users');
  const segments = await seedTalks(pool, { userIds: [rows[0].id], ...TALKS });
  await pool.end();
  return segments;
}

/** Stopping a server before its connections have ended cuts them. */
function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 3 });
  pool.on('error', () => undefined);
  return pool;
}

async function serve(name: string, url: string, databasePid: number | undefined): Promise<Target> {
  const server = runServer(join(folder, `data ${name}`), { DATABASE_URL: url, SPEECH_ENGINE: 'fake' });
  stops.push(() => server.end('SIGTERM'));
  const pool = openPool(url);
  stops.push(() => pool.end());
  return {
    name,
    url: await server.ready,
    pool,
    pids: { server: server.child.pid, database: databasePid },
    cookie: '',
  };
}

async function measureCalls(targets: readonly Target[]): Promise<void> {
  console.log(`sequential calls, ${rounds} interleaved rounds; load ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    '| call | times | | median | 95th percentile | worst | processor time: server | database |\n|---|---|---|---|---|---|---|---|',
  );
  for (const { name, times, make } of CALLS) {
    const found = targets.map(() => ({ ms: [] as number[], server: 0, database: 0 }));
    for (let round = 0; round < rounds; round += 1) {
      // Each round starts with a different one.
      for (let turn = 0; turn < targets.length; turn += 1) {
        const at = (turn + round) % targets.length;
        const [target, sums] = [targets[at], found[at]];
        if (!target || !sums) continue;
        const before = await timesOf(target);
        for (let call = 0; call < times; call += 1) {
          const ms = await make(target, round * times + call);
          if (call > 0 || round > 0) sums.ms.push(ms);
        }
        const after = await timesOf(target);
        sums.server += after.server - before.server;
        sums.database += after.database - before.database;
      }
    }
    targets.forEach((target, at) => {
      const { ms, server, database } = found[at] ?? { ms: [], server: 0, database: 0 };
      const shown = [0.5, 0.95, 1].map((part) => tell(percentile(ms, part)));
      const each = [server, database].map((seconds) => tell((1000 * seconds) / (rounds * times)));
      console.log(`| ${[name, ms.length, target.name, ...shown, ...each].join(' | ')} |`);
    });
  }
}

async function measureBursts(targets: readonly Target[]): Promise<void> {
  for (const { name, make, burst } of CALLS) {
    if (!burst) continue;
    const told: string[] = [];
    for (const target of targets) {
      let made = 0;
      const { calls } = await repeat(LANES, BURST_MS, () => make(target, 100_000 + made++));
      told.push(`${target.name} ${calls.toFixed(0)}`);
    }
    console.log(
      `${name}, ${LANES} at once, calls per second: ${told.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
}

/** The list of 20 compared with a route that answers the same bytes from memory, interleaved. */
async function measureList(target: Target | undefined): Promise<void> {
  if (!target) return;
  const path = '/api/transcripts?page=1&limit=20';
  const headers = { cookie: target.cookie, 'accept-encoding': 'identity' };
  const bytes = await (await fetch(target.url + path, { headers })).text();
  const child = fork(new URL('bare-route.ts', import.meta.url));
  stops.push(async () => child.disconnect());
  child.send(bytes);
  const [bareUrl] = await once(child, 'message');
  const [ours, theirs] = [[], []] as [number[], number[]];
  const cost = { ours: 0, theirs: 0, ourCalls: 0, theirCalls: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const before = { ours: await familyTime(target.pids.server), theirs: await familyTime(child.pid) };
    const our = await repeat(16, BURST_MS, () => get(target.url + path, headers, bytes.length));
    const their = await repeat(16, BURST_MS, () => get(String(bareUrl), headers, bytes.length));
    ours.push(our.calls);
    theirs.push(their.calls);
    cost.ours += (await familyTime(target.pids.server)) - before.ours;
    cost.theirs += (await familyTime(child.pid)) - before.theirs;
    cost.ourCalls += our.total;
    cost.theirCalls += their.total;
  }
  const [our, their] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
  console.log(
    `list of 20 (${bytes.length} bytes), 16 at once: ${our.toFixed(0)} per second, a bare route ${their.toFixed(0)}: ${((100 * our) / their).toFixed(0)}% (goal 50%); processor time of the web process per call: ${tell((1000 * cost.ours) / cost.ourCalls)}, bare route ${tell((1000 * cost.theirs) / cost.theirCalls)}`,
  );
}

async function get(url: string, headers: { [name: string]: string }, length: number): Promise<void> {
  const text = await (await request(url, { headers })).body.text();
  if (text.length !== length) throw new Error(`The bytes differ: ${text.slice(0, 200)}`);
}

async function timesOf({ pids }: Target): Promise<{ server: number; database: number }> {
  return { server: await familyTime(pids.server), database: await familyTime(pids.database) };
}

function tell(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
}
