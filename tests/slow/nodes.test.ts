import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { askTranscript, getConversation } from '#contract/chat.ts';
import { EVENTS_PATH } from '#contract/events.ts';
import { getHealth } from '#contract/health.ts';
import { searchTranscripts } from '#contract/search.ts';
import {
  cancelTranscript,
  deleteTranscript,
  listTranscripts,
  type TranscriptListItem,
} from '#contract/transcripts.ts';
import { authorizeUpload } from '#contract/uploads.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { Client } from '#tests/support/client.ts';
import { hasOtherPostgres, startOtherPostgres } from '#tests/support/other-postgres.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer, type ServerProcess, startServer, temporaryFolder } from '#tests/support/server.ts';

const SECRET = 'the same on every node, and long enough';

/** A database that is not the application's own: PostgreSQL 15 where it is installed. */
async function databaseElsewhere(): Promise<string> {
  const folder = await temporaryFolder();
  if (hasOtherPostgres) {
    const server = await startOtherPostgres(folder, { fsync: 'off' });
    onTestFinished(() => server.stop());
    return server.url();
  }
  const cluster = await startCluster({ dataDir: folder, log: () => undefined });
  onTestFinished(() => cluster.stop());
  return `postgres://tapescript@localhost/tapescript?host=${encodeURIComponent(String(cluster.connection.host))}`;
}

/** Nodes that share a database and a folder; each chunk of ten seconds takes them a while. */
async function nodes(databaseUrl: string, chunkMs: number) {
  const dataDir = await temporaryFolder();
  const env = { SPEECH_ENGINE: 'fake', FAKE_SPEECH_MS: String(chunkMs), SECRET, DATABASE_URL: databaseUrl };
  return {
    dataDir,
    web: (more: Record<string, string> = {}) => startServer(dataDir, { ...env, ROLE: 'web', ...more }),
    worker: (more: Record<string, string> = {}) => {
      const worker = runServer(dataDir, { ...env, ROLE: 'worker', ...more });
      onTestFinished(async () => {
        await worker.end('SIGTERM');
      });
      return worker;
    },
  };
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

const listOf = async (client: Client) => (await client.call(listTranscripts, {})) as TranscriptListItem[];

/** Resolves when a window that is open at this node hears an event of this type. */
async function hears(client: Client, type: string, signal: AbortSignal): Promise<() => Promise<boolean>> {
  const response = await fetch(client.url + EVENTS_PATH, { headers: { cookie: client.cookie }, signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => {
    for (let text = ''; ; ) {
      const piece = await reader?.read();
      if (!piece || piece.done) return false;
      text += piece.value;
      if (text.includes(`event: ${type}\n`)) return true;
    }
  };
}

it('transcribes, searches and answers on two web nodes and two workers with one folder and another PostgreSQL', async () => {
  const url = await databaseElsewhere();
  const cluster = await nodes(url, 300);
  const [one, two] = await Promise.all([cluster.web(), cluster.web()]);
  const ann = await Client.signUp(one.url);
  const there = new Client(two.url);
  there.cookie = ann.cookie;
  const closing = new AbortController();
  const heard = await hears(there, 'transcript.progress', closing.signal);
  const id = await ann.upload(await wavRecording(41_000));
  expect(await there.until(id, () => true)).toMatchObject({ status: 'processing', stage: 'waiting' });

  const first = cluster.worker();
  expect(await heard()).toBe(true);
  closing.abort();
  const done = await there.until(id, ({ status }) => status !== 'processing');
  expect(done).toMatchObject({ status: 'completed', errorCode: null });
  const starts = done.timestampedTranscript.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)]);

  expect(await there.call(searchTranscripts, { query: { q: 'BUDGET' } })).toMatchObject({ totalResults: 1 });
  const asked = await there.call(askTranscript, {
    params: { id },
    body: { question: 'What about the budget?' },
  });
  expect(asked.answer).toContain('[citation:');
  expect((await ann.call(getConversation, { params: { id } })).messages).toHaveLength(2);

  // A stop given at one node ends the run at whichever worker has it, and frees it for the next.
  const long = await ann.upload(await wavRecording(300_000));
  await there.until(long, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  await there.call(cancelTranscript, { params: { id: long } });
  expect(await ann.until(long, () => true)).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
  await expect.poll(() => readdir(`${cluster.dataDir}/work`)).toEqual([]);

  // A worker that is stopped gives its job back; another goes on from the chunks that are stored.
  const kept = await ann.upload(await wavRecording(150_000));
  await ann.until(kept, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  cluster.worker();
  expect(await first.end('SIGTERM')).toBe(0);
  expect(await ann.until(kept, ({ status }) => status !== 'processing')).toMatchObject({
    status: 'completed',
  });

  // Two workers and eight recordings: each is done once.
  cluster.worker();
  const sound = await wavRecording(5000);
  const many = await Promise.all(Array.from({ length: 8 }, () => ann.upload(sound)));
  for (const each of many) {
    expect((await there.until(each, ({ status }) => status !== 'processing')).status).toBe('completed');
  }
  const completed = () =>
    ask(
      url,
      "select count(*)::int as runs from pgboss.job where name = 'transcribe' and state = 'completed'",
    );
  await expect.poll(completed).toEqual([{ runs: many.length + 3 }]);
  const repeated = await ask(url, "select id from pgboss.job where name = 'transcribe' and retry_count > 0");
  // What both are at while the machine stands still is taken for lost.
  expect(repeated.length).toBeLessThanOrEqual(2);
  await ann.call(deleteTranscript, { params: { id: kept } });
  expect(await listOf(there)).toHaveLength(many.length + 2);
  expect(await readdir(cluster.dataDir)).not.toContain('db');
  await expectDrain(one, ann, cluster.dataDir);
});

/** A web node that is stopped lets an upload end that is under way, and takes nothing new. */
async function expectDrain(node: ServerProcess, client: Client, dataDir: string): Promise<void> {
  const file = await wavRecording(5000);
  const asked = { body: { filename: 'a.wav', filesize: file.length, contentType: 'audio/wav' } };
  const { uploadUrl } = await client.call(authorizeUpload, asked);
  const { readable, writable } = new TransformStream<Uint8Array>();
  const sent = fetch(uploadUrl, { method: 'PUT', body: readable, duplex: 'half' } as RequestInit);
  const writer = writable.getWriter();
  await writer.write(new Uint8Array(file.subarray(0, 50_000)));
  await expect.poll(() => readdir(join(dataDir, 'media/.incoming'))).toHaveLength(1);
  const ended = node.end('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${node.url}/api/health`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused');
  expect(node.child.exitCode).toBeNull();
  await writer.write(new Uint8Array(file.subarray(50_000)));
  await writer.close();
  expect((await sent).status).toBe(204);
  expect(await ended).toBe(0);
}

it.runIf(hasOtherPostgres)(
  'outlives a restart of its database: 503 meanwhile, then all goes on',
  async () => {
    const server = await startOtherPostgres(await temporaryFolder());
    onTestFinished(() => server.stop());
    const cluster = await nodes(server.url(), 300);
    const web = await cluster.web();
    const worker = cluster.worker();
    const ann = await Client.signUp(web.url);
    const id = await ann.upload(await wavRecording(181_000));
    await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
    const closing = new AbortController();
    const lost = await hears(ann, 'list.changed', closing.signal);

    await server.stop();
    await expect(ann.call(getHealth, {})).rejects.toThrow(/^503: .*"code":"unavailable"/);
    await expect(ann.call(listTranscripts, {})).rejects.toThrow(/^503: .*"code":"unavailable"/);
    await server.start();

    await expect.poll(() => ann.call(getHealth, {}).catch(() => null)).toMatchObject({ status: 'ok' });
    // The window is let go when the node hears again, so that the browser reads what it has missed.
    while (await lost());
    const again = await hears(ann, 'transcript.changed', closing.signal);
    expect(await ann.until(id, ({ status }) => status !== 'processing')).toMatchObject({
      status: 'completed',
    });
    expect(await again()).toBe(true);
    closing.abort();
    const next = await ann.upload(await wavRecording(11_000));
    expect(await ann.until(next, ({ status }) => status !== 'processing')).toMatchObject({
      status: 'completed',
    });
    expect([web.child.exitCode, worker.child.exitCode]).toEqual([null, null]);
  },
);
