import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { getTranscript, retryTranscript } from '#contract/transcripts.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import { AppError } from '#server/app-error.ts';
import { removeFilesJob } from '#server/features/transcripts/jobs.ts';
import { transcribeHandler } from '#server/features/transcripts/transcribe.job.ts';
import { sweep } from '#server/features/upkeep/sweep.job.ts';
import { StoreError } from '#server/storage/store.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '#speech/short-of-memory.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { wavRecording } from '#tests/support/recordings.ts';

const recording = await wavRecording(11_000);

/** As Node says it of a full disk. */
const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

/** The fake engine, which fails in this way for as long as it is told to. */
function failingEngine(failure: () => Error) {
  const engine = createFakeEngine({});
  const state = { fails: true, tries: 0 };
  const failing: SpeechEngine = {
    ...engine,
    transcribe: async (...args) => {
      state.tries += 1;
      if (state.fails) throw failure();
      return engine.transcribe(...args);
    },
  };
  return { engine: failing, state };
}

const jobOf = async ({ sql }: TestApp, name = 'transcribe') =>
  (
    await sql(
      "select state::text, retry_limit - retry_count as left, (output->>'waits')::int as waits, start_after > now() as later from pgboss.job where name = $1",
      [name],
    )
  )[0];
/** Waits until it was put off so often, and keeps it from coming back by itself before it is hurried; gives how often. */
async function putOff(
  test: TestApp,
  times: number,
  { name = 'transcribe', left }: { name?: string; left: number },
) {
  const look = async () => {
    await test.sql(
      "update pgboss.job set start_after = now() + interval '1 hour' where name = $1 and state = 'retry' and start_after > now()",
      [name],
    );
    return jobOf(test, name);
  };
  await expect.poll(async () => Number((await look())?.waits)).toBeGreaterThanOrEqual(times);
  const { waits, ...job } = (await look()) ?? {};
  expect(job).toEqual({ state: 'retry', left, later: true });
  return Number(waits);
}
const hurry = async ({ sql }: TestApp, name = 'transcribe') => {
  await sql("update pgboss.job set start_after = now() where name = $1 and state = 'retry'", [name]);
  // As a new job announces itself: else its worker would look for it within two seconds.
  await sql("select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [name]);
};

it.each([
  ['disk is full', noSpace, 'storage_full'],
  [
    'media store is away',
    () => new StoreError('The media store failed reading a file: 500'),
    'storage_unavailable',
  ],
  ['machine has too little memory', () => new NoRoomForSpeech(), 'memory_short'],
  ['system kills the speech process', () => new SpeechProcessKilled(), 'memory_short'],
] as const)(
  'puts a recording off while the %s, without using up a try, and ends with the reason after hours',
  async (_, failure, code) => {
    const { engine, state } = failingEngine(failure);
    const test = await testApp({ workers: true, engine });
    const ann = await test.person();
    const id = await ann.upload(recording);
    const view = () => ann.call(getTranscript, { params: { id } });
    const first = await putOff(test, 1, { left: 6 });
    await expect.poll(view).toMatchObject({ status: 'processing', stage: 'waiting', errorCode: null });
    await hurry(test);
    const waits = await putOff(test, first + 1, { left: 6 });

    // After hours of it.
    await test.sql("update pgboss.job set output = '{\"waits\": 75}' where name = 'transcribe'");
    await hurry(test);
    expect(await ann.settled(id)).toMatchObject({ status: 'failed', errorCode: code });
    expect(state.tries).toBe(waits + 1);

    state.fails = false;
    await ann.call(retryTranscript, { params: { id }, body: {} });
    expect(await ann.settled(id)).toMatchObject({ status: 'completed', errorCode: null });
  },
);

it('puts off a job of any kind while the disk of the database is full, without using up a try', async () => {
  const test = await testApp();
  const { db, jobs } = test.deps;
  const job = removeFilesJob;
  // As PostgreSQL says it.
  const noRoom = () => Object.assign(new Error('could not extend file'), { code: '53100' });
  let isFull = true;
  await jobs.work(
    job,
    async () => {
      if (isFull) throw new Error('Failed query', { cause: noRoom() });
    },
    { concurrency: 1, each: 1 },
  );
  await db.transaction((tx) => jobs.enqueue(tx, job, { storageKeys: [] }));
  const unused = { name: job.name, left: job.retryLimit + 1 };
  const first = await putOff(test, 1, unused);
  await hurry(test, job.name);
  await putOff(test, first + 1, unused);
  isFull = false;
  await hurry(test, job.name);
  await expect.poll(() => jobOf(test, job.name)).toMatchObject({ state: 'completed' });
});

it('does not let a run fail a transcript that another has taken over meanwhile', async () => {
  const { engine } = failingEngine(() => new AppError('media_timeout'));
  const test = await testApp({ engine });
  const ann = await test.person();
  const id = await ann.upload(recording);
  const [row] = await test.sql('select job_id from transcripts');
  const run = {
    id: String(row?.job_id),
    payload: { transcriptId: id, jobId: String(row?.job_id) },
    signal: new AbortController().signal,
    postpone: async () => false,
    progressed: async () => true,
  };
  await transcribeHandler(test.deps)({ ...run, isCurrent: async () => false });
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({ status: 'processing' });
  await transcribeHandler(test.deps)({ ...run, isCurrent: async () => true });
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({ errorCode: 'media_timeout' });
});

it('says that there is no room for an upload, confirms nothing, and takes it when there is', async () => {
  const { deps, person } = await testApp();
  const ann = await person();
  const body = { filename: 'talk.wav', filesize: recording.length, contentType: 'audio/wav' };
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, { body });
  const put = vi.spyOn(deps.store, 'put').mockRejectedValueOnce(noSpace());
  const refused = await ann.put(uploadUrl, recording);
  expect([refused.statusCode, refused.json().code]).toEqual([507, 'storage_full']);
  await expect(ann.call(processUpload, { body: { uploadId } })).rejects.toMatchObject({
    code: 'upload_incomplete',
  });
  put.mockRestore();
  expect((await ann.put(uploadUrl, recording)).statusCode).toBe(204);
  await ann.call(processUpload, { body: { uploadId } });
});

it('sweeps nothing while the clocks of database and store are far apart', async () => {
  const { deps } = await testApp();
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of deps.store.list('')) found.push(key);
    return found;
  };
  await deps.store.put('uploads/stray', Readable.from(['x']), { maxBytes: 1 });
  await delay(20);
  const { signal } = new AbortController();
  const apart = { ...deps.clock, now: () => deps.clock.now() + 7 * 24 * 60 * 60_000 };
  await sweep({ ...deps, clock: apart }, 0, signal);
  await sweep({ ...deps, clock: { ...deps.clock, isSteady: () => false } }, 0, signal);
  expect(await keys()).toEqual(['uploads/stray']);
  await sweep(deps, 0, signal);
  expect(await keys()).toEqual([]);
});
