import { createHash } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { TranscriptId } from '#contract/ids.ts';
import { getMediaToken } from '#contract/media.ts';
import { deleteTranscript, getTranscript } from '#contract/transcripts.ts';
import { authorizeUpload, listUploadParts, processUpload } from '#contract/uploads.ts';
import { readConfig } from '#server/config.ts';
import { sweep } from '#server/features/upkeep/sweep.job.ts';
import { openDeps } from '#server/start.ts';
import { createS3Client, S3_PATIENCE } from '#server/storage/s3-client.ts';
import { Client } from '#tests/support/client.ts';
import { type Fault, startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { startOtherPostgres } from '#tests/support/other-postgres.ts';
import { type Random, seededRandom } from '#tests/support/random.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';
import { hasSwift, startSwift } from '#tests/support/swift-server.ts';
import { toneFile } from './sounds.ts';

const PASS: Fault = { kind: 'pass' };
/** How long a browser waits without progress. */
const PUT_MS = 45_000;
const HOUR_MS = 60 * 60_000;

/** The store's faults: each for some milliseconds, for a share of the requests. */
const PHASES: readonly { fault: Fault; share: number; ms: number }[] = [
  { fault: { kind: 'status', status: 500 }, share: 0.4, ms: 8000 },
  { fault: { kind: 'status', status: 503 }, share: 1, ms: 5000 },
  { fault: { kind: 'reset' }, share: 0.5, ms: 6000 },
  { fault: { kind: 'lose-answer' }, share: 0.4, ms: 8000 },
  { fault: { kind: 'slow', delayMs: 1500, pieceBytes: 200_000, pauseMs: 50 }, share: 0.7, ms: 10_000 },
  { fault: { kind: 'slow', delayMs: 0, pieceBytes: 1, pauseMs: 5 }, share: 0.5, ms: 8000 },
  { fault: { kind: 'cut', afterBytes: 300_000, end: 'reset' }, share: 0.6, ms: 8000 },
  { fault: { kind: 'cut', afterBytes: 50, end: 'silent' }, share: 0.3, ms: 8000 },
  { fault: { kind: 'silent' }, share: 0.3, ms: 10_000 },
  { fault: { kind: 'status', status: 500 }, share: 1, ms: 10_000 },
];

interface Kept {
  id: TranscriptId;
  sha256: string;
  state: 'there' | 'deleted' | 'unknown';
}

it.runIf(hasSwift())(
  'loses nothing when the media store fails in every way, leaves nothing behind, and leaks no resources',
  async () => {
    const swift = await startSwift();
    onTestFinished(() => swift.close());
    const proxy = await startFaultyProxy(swift.url);
    onTestFinished(() => proxy.close());
    const database = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
    onTestFinished(() => database.stop());
    const settings = await swift.bucket();
    const env = {
      SPEECH_ENGINE: 'fake',
      DATABASE_URL: database.url(),
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: proxy.url,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    };
    const dataDir = await temporaryFolder();
    const server = await startServer(dataDir, env);
    const ann = await Client.signUp(server.url);
    const random = seededRandom(41);
    const kept: Kept[] = [];
    const answers = new Map<string, number>();
    let isOver = false;
    const worker = (number: number) =>
      work({ ann, kept, answers, random: seededRandom(50 + number), isOver: () => isOver });
    // One upload without a fault, so that all code has run before resources are counted.
    await uploadOne({ ann, kept, answers, random, isOver: () => isOver }, true);
    await untilSettled(ann, kept);
    const socketsBefore = await socketsOf(server.child.pid);
    const working = [1, 2, 3, 4].map(worker);
    for (const { fault, share, ms } of PHASES) {
      proxy.decide(() => (random.chance(share) ? fault : PASS));
      await delay(ms);
    }
    proxy.decide(() => PASS);
    isOver = true;
    await Promise.all(working);
    await untilSettled(ann, kept);

    for (const { id, sha256, state } of kept) {
      const read = await ann.call(getTranscript, { params: { id } }).catch(() => undefined);
      if (state === 'there') expect(read).toMatchObject({ id, status: 'completed', errorCode: null });
      if (state === 'deleted') expect(read).toBeUndefined();
      if (read) expect(await soundOf(ann, read)).toBe(sha256);
    }
    const rows = await ask<{ open: number }>(
      database.url(),
      "select count(*)::int as open from pgboss.job where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%'",
    );
    await expect.poll(async () => rows[0]?.open, { timeout: 60_000 }).toBe(0);

    // Two days later, the bucket has no unreferenced objects, and none are missing.
    const { deps, close } = await openDeps({
      config: readConfig({ DATA_DIR: dataDir, ...env }),
      log: pino({ level: 'silent' }),
      connection: { connectionString: database.url() },
    });
    onTestFinished(close);
    await sweep(deps, -HOUR_MS, new AbortController().signal);
    const stored: string[] = [];
    for await (const { key } of deps.store.list('')) stored.push(key);
    const named = await ask<{ key: string }>(database.url(), 'select storage_key as key from media');
    expect(stored.sort()).toEqual(named.map(({ key }) => key).sort());
    const client = createS3Client(settings, S3_PATIENCE);
    onTestFinished(() => client.destroy());
    const begun = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
    expect(begun.Uploads ?? []).toEqual([]);
    await expect
      .poll(() => socketsOf(server.child.pid), { timeout: 60_000 })
      .toBeLessThanOrEqual(socketsBefore + 10);
    expect(answers.get('500')).toBeUndefined();
    expect(kept.length).toBeGreaterThan(5);
    process.stdout.write(
      `${JSON.stringify({ recordings: kept.length, answers: [...answers], socketsBefore, stored: stored.length })}\n`,
    );
  },
);

interface Work {
  ann: Client;
  kept: Kept[];
  answers: Map<string, number>;
  random: Random;
  isOver: () => boolean;
}

async function work(each: Work): Promise<void> {
  while (!each.isOver()) {
    await uploadOne(each, each.random.chance(0.4));
    const there = each.kept.filter(({ state }) => state === 'there');
    if (there.length > 0 && each.random.chance(0.25)) await deleteOne(each, each.random.pick(there));
    else if (there.length > 0) await play(each, each.random.pick(there));
  }
}

let tones = 0;

/** Uploads as the browser does: to the store's own addresses, in parts if the file is large, retrying each part until it has arrived. */
async function uploadOne(each: Work, isLarge: boolean): Promise<void> {
  const { ann, kept } = each;
  tones += 1;
  const file = toneFile({
    tone: 200 + tones,
    seconds: isLarge ? 90 : 8,
    ...(isLarge ? { sampleRate: 96_000 } : {}),
  });
  const body = { filename: `${tones}.wav`, filesize: file.length, contentType: 'audio/wav' };
  const { uploadUrl, uploadId } = await again(each, () => ann.call(authorizeUpload, { body }));
  if (!isLarge) await again(each, () => put(uploadUrl, file));
  for (let isWhole = !isLarge; !isWhole; ) {
    const { parts, partSize } = await again(each, () =>
      ann.call(listUploadParts, { params: { id: uploadId } }),
    );
    const missing = parts.flatMap(({ number, url }) => (url === null ? [] : { number, url }));
    isWhole = missing.length === 0;
    await Promise.all(
      missing.map(({ number, url }) =>
        put(url, file.subarray((number - 1) * partSize, number * partSize)).catch((error: unknown) =>
          count(each.answers, error),
        ),
      ),
    );
  }
  const { id } = await again(each, () => ann.call(processUpload, { body: { uploadId } }));
  kept.push({ id, sha256: hash(file), state: 'there' });
}

async function put(url: string, bytes: Buffer): Promise<void> {
  const { status } = await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'audio/wav' },
    signal: AbortSignal.timeout(PUT_MS),
  });
  if (status >= 300) throw new Error(`The store answers ${status}`);
}

async function deleteOne(each: Work, transcript: Kept): Promise<void> {
  transcript.state = 'unknown';
  await each.ann.call(deleteTranscript, { params: { id: transcript.id } });
  transcript.state = 'deleted';
}

/** Plays a recording: the bytes that arrive must be right, but the response may break off or be unavailable. */
async function play({ ann, answers }: Work, { id, sha256, state }: Kept): Promise<void> {
  try {
    const read = await ann.call(getTranscript, { params: { id } });
    if (read.mediaUrl) expect(await soundOf(ann, read)).toBe(sha256);
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError' && state === 'there') throw error;
    count(answers, error);
  }
}

async function soundOf(ann: Client, { id, mediaUrl }: { id: TranscriptId; mediaUrl: string | null }) {
  const { token } = await ann.call(getMediaToken, { params: { id } });
  const answer = await fetch(`${ann.url}${mediaUrl}?token=${token}`, {
    signal: AbortSignal.timeout(150_000),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return hash(Buffer.from(await answer.arrayBuffer()));
}

/** Retries until the call succeeds: a rejection because of the store is never final. */
async function again<Result>({ answers }: Work, call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      count(answers, error);
      if (
        /^(40[0-8]|4[1-9])/.test(String(error instanceof Error && error.message)) &&
        !/^409.*upload_incomplete/.test(String(error instanceof Error && error.message))
      )
        throw error;
      await delay(300);
    }
  }
}

function count(answers: Map<string, number>, error: unknown): void {
  const name = /^\d+/.exec(error instanceof Error ? error.message : '')?.[0] ?? 'no answer';
  answers.set(name, (answers.get(name) ?? 0) + 1);
}

async function untilSettled(ann: Client, kept: readonly Kept[]): Promise<void> {
  for (const { id, state } of kept) {
    if (state === 'there') await ann.until(id, ({ status }) => status !== 'processing');
  }
}

async function socketsOf(pid: number | undefined): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:')).length;
}

async function ask<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
