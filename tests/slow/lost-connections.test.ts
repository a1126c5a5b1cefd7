import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { listTranscripts } from '#contract/transcripts.ts';
import type { Db } from '#server/db/client.ts';
import { type DatabaseConnection, testApp } from '#tests/support/app.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { openTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { countWaiting } from '#tests/support/waiting.ts';

const QUESTION = sql`select 1`;
const SIZE = 2;

/** Starts an application that reaches its database through a proxy that can be blocked. */
async function appBehindProxy(statementSeconds: number) {
  let proxy: TcpProxy | undefined;
  const proxyDatabase = async ({ host, port = 5432, ...rest }: DatabaseConnection) => {
    proxy = await openTcpProxy(host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port);
    return { ...rest, host: '127.0.0.1', port: proxy.port };
  };
  const env = { DATABASE_POOL: String(SIZE), DATABASE_STATEMENT_SECONDS: String(statementSeconds) };
  const test = await testApp({ env, proxyDatabase, workers: true });
  onTestFinished(() => proxy?.close());
  if (!proxy) throw new Error('The application has not asked for the address of its database.');
  return { test, proxy };
}

it.each([
  ['a statement', (db: Db) => db.execute(QUESTION)],
  ['a transaction that begins', (db: Db) => db.transaction((tx) => tx.execute(QUESTION))],
])('gives up a connection on which %s has no answer, and takes another', async (_, ask) => {
  const { test, proxy } = await appBehindProxy(5);
  const { db } = test.deps;
  const ann = await test.person();
  const askAll = () => Promise.allSettled(Array.from({ length: SIZE }, () => ask(db)));
  // Asked one after the other, the test itself keeps to one connection, which holds the lock.
  await test.sql('select pg_advisory_lock(1)');
  const wait = () => db.execute(sql`select pg_advisory_xact_lock_shared(1)`);
  const waits = Promise.all(Array.from({ length: SIZE }, wait));
  await expect.poll(() => countWaiting(test)).toBe(SIZE);
  // What waits for a connection is sent in the moment in which one is free.
  const asked = askAll();
  proxy.strand();
  await test.sql('select pg_advisory_unlock(1)');
  await waits;
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await askAll()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await ann.call(listTranscripts, { query: {} })).toEqual([]);
});

it('goes on with jobs where the connections of the queue lead nowhere', async () => {
  const { test, proxy } = await appBehindProxy(2);
  const ann = await test.person();
  const recording = await wavRecording(11_000);
  await ann.settled(await ann.upload(recording));
  proxy.strand();
  const hasDatabase = () =>
    test.deps.db.execute(QUESTION).then(
      () => true,
      () => false,
    );
  for (let connections = 0; connections < 2 * SIZE; connections += 1)
    await expect.poll(hasDatabase).toBe(true);
  expect(await ann.settled(await ann.upload(recording))).toMatchObject({ status: 'completed' });
});
