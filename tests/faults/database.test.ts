import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { type Installation, startInstallation } from './installation.ts';
import { expectNothingLost } from './nothing-lost.ts';
import { canMount, mountDisk } from './small-disk.ts';
import { startWorkload } from './workload.ts';

const isPossible = canMount();
const CUT_ALL =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tapescript' and pid <> pg_backend_pid()";

it('loses nothing when the database is shut down in each mode, loses its connections, or freezes', async () => {
  const installation = await startInstallation();
  const { database, query } = installation;
  const workload = await startWorkload(installation, { seed: 21 });
  workload.begin();
  for (const way of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGINT', 'SIGQUIT'] as const) {
    await delay(4000);
    // A smart shutdown lets nobody new in and waits until all clients have left, so the operator disconnects them.
    const operator = await connected(installation);
    const stopped = database.stop(way);
    if (way === 'SIGTERM') {
      await operator.query(CUT_ALL);
      await operator.end();
    }
    await stopped;
    await delay(1500);
    await database.start();
  }
  for (let times = 0; times < 10; times += 1) {
    await delay(500);
    await query(CUT_ALL);
  }
  await delay(2000);
  await database.signal('SIGSTOP');
  await delay(30_000);
  await database.signal('SIGCONT');
  await delay(5000);
  await expectNothingLost(installation, workload);
});

it('loses nothing when statements wait for a lock until they time out', async () => {
  const installation = await startInstallation({ env: { DATABASE_STATEMENT_SECONDS: '3' } });
  const workload = await startWorkload(installation, { seed: 22 });
  workload.begin();
  for (const table of ['transcripts', 'uploads', 'pgboss.job', 'messages']) {
    await delay(2000);
    const operator = await connected(installation);
    await operator.query('begin');
    await operator.query(`lock table ${table} in access exclusive mode`);
    await delay(8000);
    await operator.query('rollback');
    await operator.end();
  }
  const answers = await expectNothingLost(installation, workload);
  expect(answers.get('503 busy')).toBeGreaterThan(0);
});

it.runIf(isPossible)('loses nothing when the disk of the database fills up repeatedly', async () => {
  const disk = await mountDisk();
  const installation = await startInstallation({
    databaseDir: disk.path,
    databaseSettings: { min_wal_size: '32MB', max_wal_size: '64MB' },
  });
  const workload = await startWorkload(installation, { seed: 23 });
  const random = seededRandom(23);
  workload.begin();
  for (let times = 0; times < 8; times += 1) {
    await delay(1500 + random.below(1500));
    await disk.leave(random.below(400));
    await delay(4000 + random.below(4000));
    await disk.empty();
    // PostgreSQL exits if there is no room for its WAL; its operator would start it again.
    await installation.database.startIfDown();
  }
  await expectNothingLost(installation, workload);
});

async function connected({ database }: Installation): Promise<pg.Client> {
  const client = new pg.Client(database.connection);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}
