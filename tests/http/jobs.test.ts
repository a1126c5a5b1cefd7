import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql as drizzleSql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { cancelTranscript, getTranscript, retryTranscript } from '#contract/transcripts.ts';
import { failureWith } from '#server/features/transcripts/failure.ts';
import { transcodeJob } from '#server/features/transcripts/jobs.ts';
import { markFailed } from '#server/features/transcripts/transcribe.job.ts';
import { sweepWorkFolders } from '#server/features/transcripts/work-folders.ts';
import { startWorkers } from '#server/worker.ts';
import type { RecognizedChunk, SpeechEngine } from '#speech/engine.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import { sharedApp, type TestApp, testApp } from '#tests/support/app.ts';
import { gatedEngine } from '#tests/support/gated-engine.ts';
import { composed } from '#tests/support/odd-recordings.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { encoded, silentVideo, wavOf, wavRecording } from '#tests/support/recordings.ts';
import { silence } from '#tests/support/speak.ts';

/** Three chunks of the fake engine. */
const recording = await wavRecording(21_000);
/** The gated engine holds the second of its chunks. */
const short = await wavRecording(11_000);

const leftovers = async ({ deps }: TestApp) => readdir(join(deps.config.dataDir, 'work')).catch(() => []);

it.each([
  [
    'a text that is called talk.mp3',
    async () => Buffer.from('Not music at all.\n'.repeat(50)),
    'media_unreadable',
    'It is a text',
  ],
  [
    'an MP4 that was cut off',
    async () => (await encoded(short, 'mp4')).subarray(0, 20_000),
    'media_unreadable',
    'damaged or cut off',
  ],
  ['a video without sound', () => silentVideo(1000), 'no_audio', 'no sound'],
  [
    'an MKV without sound',
    async () => composed('matroska', [{ bytes: await silentVideo(1000) }]),
    'no_audio',
    'no sound',
  ],
  ['a WAV that claims to be days long', async () => lyingWav(), 'media_too_long', '24 hours'],
])('fails %s with a reason, and leaves nothing half-made', async (_, make, code, reason) => {
  const test = await sharedApp({ workers: true });
  const ann = await test.person();
  const id = await ann.upload(await make(), { filename: 'talk.mp3', contentType: 'audio/mpeg' });
  expect(await ann.settled(id)).toMatchObject({
    status: 'failed',
    errorCode: code,
    errorMessage: expect.stringContaining(reason),
  });
  const unfinished =
    "select count(*)::int as n from pgboss.job where name = 'transcribe' and state <> 'completed'";
  await expect.poll(() => test.sql(unfinished)).toEqual([{ n: 0 }]);
  expect(await leftovers(test)).toEqual([]);
});

it.each([
  ['mkv', 'film.mkv', 'video/x-matroska'],
  ['wma', 'memo.wma', 'audio/x-ms-wma'],
] as const)('transcribes a recording in %s', async (format, filename, contentType) => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const id = await ann.upload(await encoded(short, format), { filename, contentType });
  expect(await ann.settled(id)).toMatchObject({ status: 'completed', errorMessage: null });
});

async function lyingWav(): Promise<Buffer> {
  const wav = Buffer.from(await wavRecording(20_000));
  wav.writeUInt32LE(1, 24);
  wav.writeUInt32LE(2, 28);
  return wav;
}

it('says while it is running that the engine does not understand the recording, until it is tried again', async () => {
  const gate = gatedEngine();
  let isForeign = true;
  const engine: SpeechEngine = {
    ...gate.engine,
    transcribe: (audio, options, hooks) => {
      if (isForeign) hooks.onDoubt?.();
      return gate.engine.transcribe(audio, options, hooks);
    },
  };
  const { person } = await testApp({ workers: true, engine });
  const ann = await person();
  const id = await ann.upload(recording);
  await gate.heard(2);
  const view = () => ann.call(getTranscript, { params: { id } });
  await expect.poll(async () => (await view()).doubtful).toBe(true);
  expect(await view()).toMatchObject({ status: 'processing', runEngine: 'fake' });
  await ann.call(cancelTranscript, { params: { id } });
  expect(await view()).toMatchObject({ status: 'failed', doubtful: true });
  isForeign = false;
  gate.open();
  await ann.call(retryTranscript, { params: { id } });
  expect(await ann.settled(id)).toMatchObject({ status: 'completed', doubtful: false });
});

it('does not go on in a language that its engine does not understand, with what it has recognized before', async () => {
  const gate = gatedEngine();
  const { person } = await testApp({ workers: true, engine: gate.engine });
  const ann = await person();
  const id = await ann.upload(recording);
  await gate.heard(2);
  await ann.call(cancelTranscript, { params: { id } });
  gate.open();
  await ann.call(retryTranscript, { params: { id }, body: { language: 'de' } });
  expect(await ann.settled(id)).toMatchObject({ status: 'failed', errorCode: 'speech_language_unknown' });
});

it('completes a recording in which nothing is said', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const transcript = await ann.settled(await ann.upload(await wavOf(silence(12_000))));
  expect(transcript).toMatchObject({
    status: 'completed',
    duration: 12,
    wordCount: 0,
    segmentCount: 0,
    accuracy: null,
    transcript: '',
    timestampedTranscript: [],
  });
});

it('shows the text so far while the job runs', async () => {
  const gate = gatedEngine();
  const { person } = await testApp({ workers: true, engine: gate.engine });
  const ann = await person();
  const id = await ann.upload(recording);
  await gate.heard(2);
  await expect
    .poll(async () => (await ann.call(getTranscript, { params: { id } })).timestampedTranscript.length)
    .toBeGreaterThan(0);
  const running = await ann.call(getTranscript, { params: { id } });
  expect(running).toMatchObject({ status: 'processing', duration: 21 });
  expect(running.transcript).not.toBe('');
  gate.open();
  expect(await ann.settled(id)).toMatchObject({ status: 'completed' });
});

it('puts a running job back on a clean stop, and goes on from the stored chunks', async () => {
  const gate = gatedEngine();
  const test = await testApp({ workers: true, engine: gate.engine });
  const ann = await test.person();
  const id = await ann.upload(recording);
  await gate.heard(2);
  await expect.poll(() => test.sql('select count(*)::int as n from chunks')).not.toEqual([{ n: 0 }]);
  await test.deps.jobs.stop();
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({
    status: 'processing',
    stage: 'waiting',
  });
  const jobs =
    "select state, id = (select job_id from transcripts) as current from pgboss.job where name = 'transcribe' order by created_on";
  expect(await test.sql(jobs)).toEqual([
    { state: 'completed', current: false },
    { state: 'created', current: true },
  ]);
  const [stored] = await test.sql('select count(*)::int as n from chunks');
  expect(stored?.n).toBeGreaterThan(0);
  expect(await leftovers(test)).toEqual([]);
});

it('gives the engine what an earlier run had recognised', async () => {
  const done: RecognizedChunk[][] = [];
  const engine = createFakeEngine({});
  let runs = 0;
  const failing: SpeechEngine = {
    ...engine,
    transcribe: async (audio, options, hooks) => {
      done.push([...options.done]);
      runs += 1;
      if (runs > 1) return engine.transcribe(audio, options, hooks);
      let chunks = 0;
      return engine.transcribe(audio, options, {
        ...hooks,
        onChunk: async (chunk) => {
          await hooks.onChunk(chunk);
          chunks += 1;
          if (chunks === 2) throw new Error('the child process ended');
        },
      });
    },
  };
  const { person, sql } = await testApp({ workers: true, hasty: true, engine: failing });
  const ann = await person();
  const transcript = await ann.settled(await ann.upload(recording));
  expect(transcript.status).toBe('completed');
  expect(done.map((chunks) => chunks.length)).toEqual([0, 2]);
  const starts = transcript.timestampedTranscript.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
  expect(await sql('select count(*)::int as n from chunks')).toEqual([{ n: 0 }]);
});

it('gives up with a reason when the tries are used up', async () => {
  const { person, sql, deps } = await sharedApp();
  const ann = await person();
  const id = await ann.upload(recording);
  const [row] = await sql('select job_id from transcripts where id = $1', [id]);
  const failure = failureWith('engine_failed');
  await markFailed(deps, id, 'b3f0c5a8-0000-4000-8000-000000000000', failure);
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({ status: 'processing' });
  await markFailed(deps, id, String(row?.job_id), failure);
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({
    status: 'failed',
    errorCode: 'engine_failed',
  });
});

it('marks a transcript as failed whose process was killed too often', async () => {
  const { person, sql, deps } = await testApp({ hasty: true });
  const ann = await person();
  const id = await ann.upload(recording);
  await sql(`update pgboss.job set state = 'active', started_on = now() - interval '2 hours', retry_count = retry_limit,
    heartbeat_on = now() - interval '1 hour' where name = 'transcribe'`);
  await startWorkers(deps);
  await expect
    .poll(async () => (await ann.call(getTranscript, { params: { id } })).errorCode, {
      timeout: 40_000,
      interval: 250,
    })
    .toBe('engine_failed');
});

it('transcribes two recordings at once', async () => {
  const gate = gatedEngine();
  const { person } = await testApp({ workers: true, engine: gate.engine });
  const ann = await person();
  const ids = await Promise.all([ann.upload(recording), ann.upload(recording)]);
  await gate.running(2);
  gate.open();
  for (const id of ids) expect(await ann.settled(id)).toMatchObject({ status: 'completed' });
});

it('removes working folders that no running job can want', async () => {
  const test = await sharedApp();
  const folder = join(test.deps.config.dataDir, 'work/4711');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'audio.f32'), 'x');
  await sweepWorkFolders(test.deps, new Date(Date.now() - 60_000));
  expect(await leftovers(test)).toEqual(['4711']);
  await sweepWorkFolders(test.deps, new Date(Date.now() + 60_000));
  expect(await leftovers(test)).toEqual([]);
});

it('outlives the loss of a connection in the middle of a transaction', async () => {
  const { deps, sql } = await sharedApp();
  const broken = deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute(drizzleSql`select pg_backend_pid() as pid`);
    await sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await tx.execute(drizzleSql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  expect((await deps.db.execute(drizzleSql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

it('says that a recording cannot be played here when the copy was given up, and does not prepare it for ever', async () => {
  const { deps, sql, person } = await testApp({ hasty: true });
  const ann = await person();
  const id = await ann.upload(recording);
  await sql(`update media set transcode = 'pending' where transcript_id = $1`, [id]);
  await sql(`delete from pgboss.job where name = 'transcribe'`);
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, transcodeJob, { transcriptId: id }));
  // As its last worker left it that was killed.
  await sql(`update pgboss.job set state = 'active', retry_count = retry_limit, started_on = now() - interval '1 hour',
    heartbeat_on = now() - interval '1 hour' where name = 'rendition'`);
  await startWorkers(deps);
  const isPreparing = async () => (await ann.call(getTranscript, { params: { id } })).mediaPreparing;
  await expect.poll(isPreparing).toBe(false);
  expect(await sql('select transcode from media where transcript_id = $1', [id])).toEqual([
    { transcode: 'failed' },
  ]);
});

it('uses up a try when a job was under way again and again at the end of the process', async () => {
  const { deps, person, sql } = await testApp({ hasty: true });
  await (await person()).upload(recording);
  const job = () =>
    sql("select state::text, retry_count, started_on from pgboss.job where name = 'transcribe'");
  const killWhileItRuns = async () => {
    await sql("update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()");
    await deps.jobs.reclaim();
  };
  for (let kills = 0; kills < 20; kills += 1) {
    await killWhileItRuns();
    expect(await job()).toEqual([{ state: 'retry', retry_count: 0, started_on: null }]);
  }
  await killWhileItRuns();
  expect(await job()).toMatchObject([{ state: 'active', started_on: expect.any(Date) }]);
  await sql("update pgboss.job set heartbeat_on = now() - interval '1 hour'");
  await expect.poll(job).toMatchObject([{ state: 'retry', started_on: expect.any(Date) }]);
});

it('ends a run whose transcript was deleted while its node heard no messages', async () => {
  const gate = gatedEngine();
  const test = await testApp({ workers: true, engine: gate.engine });
  const ann = await test.person();
  const id = await ann.upload(recording);
  await gate.heard(2);
  // As another node deletes it, without the message.
  await test.sql('delete from transcripts where id = $1', [id]);
  await test.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tapescript-events' and datname = current_database()`);
  await expect.poll(() => leftovers(test), { timeout: 5000 * PATIENCE }).toEqual([]);
});

it('makes the copy for browsers of a recording whose transcription was stopped, too', async () => {
  const gate = gatedEngine();
  const { person } = await testApp({ workers: true, engine: gate.engine });
  const ann = await person();
  const id = await ann.upload(await encoded(short, 'avi'), {
    filename: 'talk.avi',
    contentType: 'video/x-msvideo',
  });
  await gate.heard(1);
  const params = { id };
  expect(await ann.call(getTranscript, { params })).toMatchObject({ mediaPreparing: true });
  await ann.call(cancelTranscript, { params });
  await expect
    .poll(() => ann.call(getTranscript, { params }))
    .toMatchObject({ status: 'failed', mediaPreparing: false, mediaUrl: expect.stringContaining('.m') });
});

it('makes a copy that takes no encoding while the text is being made', async () => {
  const gate = gatedEngine();
  const { person } = await testApp({ workers: true, engine: gate.engine });
  const ann = await person();
  const file = { filename: 'talk.aac', contentType: 'audio/aac' };
  const id = await ann.upload(await encoded(recording, 'aac'), file);
  await gate.heard(2);
  await expect
    .poll(() => ann.call(getTranscript, { params: { id } }))
    .toMatchObject({
      status: 'processing',
      mediaPreparing: false,
      mediaUrl: expect.stringContaining('.m4a'),
    });
  gate.open();
  await ann.settled(id);
});
