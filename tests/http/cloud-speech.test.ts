import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { saveApiKeys } from '#contract/api-keys.ts';
import type { TranscriptId } from '#contract/ids.ts';
import type { SpeechService } from '#contract/speech-engines.ts';
import {
  cancelTranscript,
  deleteTranscript,
  getTranscript,
  getWords,
  restoreVersion,
  retryTranscript,
  transcribeAgain,
} from '#contract/transcripts.ts';
import { startWorkers } from '#server/worker.ts';
import { createAssemblyAiEngine } from '#speech/assemblyai/engine.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { sharedApp, type TestAppOptions, testApp } from '#tests/support/app.ts';
import {
  ASSEMBLYAI_KEY,
  HASTY,
  OTHER_ASSEMBLYAI_KEY,
  startAssemblyAiDouble,
} from '#tests/support/assemblyai-double.ts';
import { untilDayLasts } from '#tests/support/day.ts';
import { onFileFinished } from '#tests/support/file-end.ts';
import type { Person } from '#tests/support/person.ts';
import { wavRecording } from '#tests/support/recordings.ts';

const recording = await wavRecording(6000);
const double = await startAssemblyAiDouble();
onFileFinished(() => double.close());
beforeEach(() => double.reset());

const baseUrl = double.url;
const env = { ASSEMBLYAI_BASE_URL: baseUrl };
const speechService = (_service: SpeechService, apiKey: string) =>
  createAssemblyAiEngine({ apiKey, baseUrl, patience: HASTY });

/** The application with the double of the service, and a way to get people who have saved a key for it: shared, unless the test needs its own. */
async function withCloud(own?: TestAppOptions) {
  const test = own
    ? await testApp({ workers: true, hasty: true, speechService, ...own, env: { ...env, ...own.env } })
    : await sharedApp({ workers: true, hasty: true, speechService, env });
  // Its copies are deleted in jobs of their own, which must not reach the double of the next test.
  const forgetting = "select from pgboss.job where name = 'forget-remote' and state < 'completed'";
  if (!own) onTestFinished(() => expect.poll(() => test.sql(forgetting)).toEqual([]));
  const withKey = async (name: string, assemblyaiApiKey = ASSEMBLYAI_KEY) => {
    const person = await test.person(name);
    await person.call(saveApiKeys, { body: { assemblyaiApiKey } });
    return person;
  };
  return { ...test, withKey };
}

async function settledAgain(person: Person, id: TranscriptId) {
  for (;;) {
    const transcript = await person.call(getTranscript, { params: { id } });
    if (transcript.stage === null) return transcript;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

it('transcribes at AssemblyAI with the key of the person, has its copy deleted there, and says the key nowhere', async () => {
  const lines: string[] = [];
  const messages: unknown[] = [];
  const { deps, withKey, sql } = await withCloud({ onLog: (line) => lines.push(line) });
  deps.events.subscribe((message) => messages.push(message));
  const ann = await withKey('Ann');
  const id = await ann.upload(recording);
  const transcript = await ann.settled(id);
  expect(transcript).toMatchObject({
    status: 'completed',
    engine: 'assemblyai',
    language: 'en-US',
    accuracy: 95,
    speakersSuggested: true,
    doubtful: false,
    errorMessage: null,
  });
  expect([...new Set(transcript.timestampedTranscript.map(({ speaker }) => speaker))]).toEqual([
    'Speaker 1',
    'Speaker 2',
  ]);
  expect(transcript.transcript).toMatch(/^Good morning from the cloud\./);
  const { segments } = await ann.call(getWords, { params: { id } });
  expect(segments[0]?.words[0]).toEqual(['Good', 0, 0.25, 0.95]);
  expect(transcript.timestampedTranscript.every(({ timing }) => timing === 'measured')).toBe(true);
  await expect.poll(() => double.jobs.map(({ isDeleted }) => isDeleted)).toEqual([true]);
  expect(await sql('select engine, remote_id from transcripts')).toEqual([
    { engine: 'assemblyai', remote_id: null },
  ]);
  // One's own account knows no daily quota.
  expect(await sql('select * from usage')).toEqual([]);

  double.reply('upload', { kind: 'error', status: 401, message: `bad token ${ASSEMBLYAI_KEY}` });
  double.failWith(`It failed with ${ASSEMBLYAI_KEY}`);
  for (const code of ['speech_key_rejected', 'speech_remote_failed']) {
    const failed = await ann.settled(await ann.upload(recording));
    expect(failed.errorCode).toBe(code);
    expect(JSON.stringify(failed)).not.toContain(ASSEMBLYAI_KEY);
  }
  const stages = messages.flatMap((each) => /"stage":"(\w+)"/.exec(JSON.stringify(each))?.[1] ?? []);
  expect(stages).toEqual(expect.arrayContaining(['sending', 'remote', 'finishing']));
  const tables = await sql(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss')",
  );
  const rows = await Promise.all(tables.map(({ name }) => sql(`select * from ${name}`)));
  expect(rows.flat().length).toBeGreaterThan(10);
  // One for each failure at least.
  expect(lines.length).toBeGreaterThan(1);
  expect(JSON.stringify([rows, lines, messages])).not.toContain(ASSEMBLYAI_KEY);
});

it("fails with the service's reason, and the local engine then does it", async () => {
  const { withKey, sql } = await withCloud();
  const ann = await withKey('Ann');
  double.failWith('Transcoding failed. File does not appear to contain audio.');
  const id = await ann.upload(recording);
  expect(await ann.settled(id)).toMatchObject({
    status: 'failed',
    engine: 'assemblyai',
    errorCode: 'speech_remote_failed',
    errorMessage:
      'AssemblyAI could not transcribe this recording: Transcoding failed. File does not appear to contain audio.',
  });
  await expect.poll(() => double.jobs).toMatchObject([{ isDeleted: true }]);
  await ann.call(retryTranscript, { params: { id }, body: { engine: 'local' } });
  expect(await ann.settled(id)).toMatchObject({ status: 'completed', engine: 'fake', errorCode: null });
  expect(double.count('submit')).toBe(1);
  expect(
    await sql("select options ->> 'engine' as engine, remote_id from transcripts where id = $1", [id]),
  ).toEqual([{ engine: 'local', remote_id: null }]);
});

it('tries again at the service when nothing else is wished', async () => {
  const { withKey } = await withCloud();
  const ann = await withKey('Ann');
  double.failWith('Bad luck');
  const id = await ann.upload(recording);
  await ann.settled(id);
  double.failWith(null);
  await ann.call(retryTranscript, { params: { id } });
  expect(await ann.settled(id)).toMatchObject({ status: 'completed', engine: 'assemblyai' });
  expect(double.jobs).toHaveLength(2);
});

it('goes on with the job at the service after a crash, without sending again', async () => {
  let runs = 0;
  const { person, sql } = await testApp({
    workers: true,
    hasty: true,
    env: { ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY },
    speechService: (...account) => {
      const engine = speechService(...account);
      return {
        ...engine,
        transcribe: async (audio, options, hooks) => {
          runs += 1;
          const isFirst = runs === 1;
          return engine.transcribe(audio, options, {
            ...hooks,
            onProgress: (progress) => {
              hooks.onProgress(progress);
              if (isFirst && progress.stage === 'remote') throw new Error('the process was killed');
            },
          });
        },
      };
    },
  });
  const ann = await person();
  expect(await ann.settled(await ann.upload(recording))).toMatchObject({
    status: 'completed',
    engine: 'assemblyai',
  });
  expect([runs, double.count('upload'), double.jobs.length]).toEqual([2, 1, 1]);
  expect(await sql('select used from usage')).toEqual([{ used: 1 }, { used: 1 }]);
});

it('keeps the job at the service when it is put back by a clean stop', async () => {
  const { deps, withKey, sql } = await withCloud({});
  const ann = await withKey('Ann');
  double.hold();
  const id = await ann.upload(recording);
  await double.asked('look', 3);
  await deps.jobs.stop();
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({
    status: 'processing',
    stage: 'waiting',
  });
  expect(await sql('select remote_id from transcripts')).toEqual([{ remote_id: 'job-1' }]);
  expect(double.count('remove')).toBe(0);
  expect(await sql("select count(*)::int as n from pgboss.job where name = 'forget-remote'")).toEqual([
    { n: 0 },
  ]);
});

it.each(['cancel', 'delete'])('ends the job at the service on %s', async (way) => {
  const { withKey } = await withCloud();
  const ann = await withKey('Ann');
  double.hold();
  const id = await ann.upload(recording);
  await double.asked('look', 2);
  await expect
    .poll(() => ann.call(getTranscript, { params: { id } }))
    .toMatchObject({ status: 'processing', stage: 'remote', engine: 'assemblyai' });
  // The service may refuse to delete what it is working on; then it is asked again later.
  double.reply('remove', { kind: 'error', status: 400, message: 'Still processing' });
  await ann.call(way === 'cancel' ? cancelTranscript : deleteTranscript, { params: { id } });
  await expect.poll(() => double.jobs).toMatchObject([{ isDeleted: true }]);
  const looks = double.count('look');
  if (way === 'cancel') {
    expect(await ann.settled(id)).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
    double.release();
    await ann.call(retryTranscript, { params: { id } });
    expect(await ann.settled(id)).toMatchObject({ status: 'completed', engine: 'assemblyai' });
    expect(double.jobs).toHaveLength(2);
  } else {
    expect(looks).toBeLessThan(1000);
  }
});

it("uses the installation's key for no more minutes in a day than all together may have", async () => {
  const { person, sql } = await withCloud({
    env: { ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY, DAILY_SPEECH_MINUTES_TOTAL: '1' },
  });
  await untilDayLasts({ sql });
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  expect(await ann.settled(await ann.upload(recording))).toMatchObject({ engine: 'assemblyai' });
  expect(await bob.settled(await bob.upload(recording))).toMatchObject({ engine: 'fake' });
  const byName = await bob.upload(recording, { engine: 'assemblyai' });
  expect(await bob.settled(byName)).toMatchObject({ errorCode: 'speech_total_daily_limit' });
  expect(double.jobs).toHaveLength(1);
});

it("orders nothing anew on the installation's key that was begun on another account, when no minutes are left", async () => {
  const { deps, person, sql } = await withCloud({
    env: { ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY, DAILY_SPEECH_MINUTES: '0' },
    workers: false,
  });
  const ann = await person('Ann');
  const id = await ann.upload(recording, { engine: 'assemblyai' });
  await sql("update transcripts set remote_id = 'job-of-another-account'");
  await startWorkers(deps);
  expect(await ann.settled(id)).toMatchObject({ status: 'failed', errorCode: 'speech_daily_limit' });
  expect(double.jobs).toEqual([]);
});

it("uses the installation's key for everybody while the day's minutes last", async () => {
  const { person, sql } = await withCloud({
    env: { ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY, DAILY_SPEECH_MINUTES: '1' },
  });
  await untilDayLasts({ sql });
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  // What was not ordered is not counted.
  double.reply('upload', { kind: 'error', status: 402 });
  expect(await ann.settled(await ann.upload(recording))).toMatchObject({ errorCode: 'speech_no_credit' });
  expect(await ann.settled(await ann.upload(recording))).toMatchObject({ engine: 'assemblyai' });
  expect(await sql('select subject, used from usage order by subject')).toEqual([
    { subject: 'speech:total', used: 1 },
    { subject: `speech:user:${ann.user?.id}`, used: 1 },
  ]);
  expect(await ann.settled(await ann.upload(recording))).toMatchObject({
    status: 'completed',
    engine: 'fake',
  });
  expect(await ann.settled(await ann.upload(recording, { engine: 'assemblyai' }))).toMatchObject({
    status: 'failed',
    errorCode: 'speech_daily_limit',
    engine: null,
  });
  expect(await bob.settled(await bob.upload(recording))).toMatchObject({ engine: 'assemblyai' });
  // With a key of one's own there is no limit.
  await ann.call(saveApiKeys, { body: { assemblyaiApiKey: OTHER_ASSEMBLYAI_KEY } });
  expect(await ann.settled(await ann.upload(recording))).toMatchObject({ engine: 'assemblyai' });
  expect(double.jobs.map(({ key }) => key)).toEqual([ASSEMBLYAI_KEY, ASSEMBLYAI_KEY, OTHER_ASSEMBLYAI_KEY]);
});

it("never uses another person's key", async () => {
  const { person, withKey } = await withCloud();
  await withKey('Ann');
  const bob = await person('Bob');
  const before = double.requests.length;
  expect(await bob.settled(await bob.upload(recording))).toMatchObject({ engine: 'fake' });
  const id = await bob.upload(recording, { engine: 'assemblyai' });
  expect(await bob.settled(id)).toMatchObject({ status: 'failed', errorCode: 'speech_no_key' });
  expect(double.requests).toHaveLength(before);
  await bob.call(retryTranscript, { params: { id }, body: { engine: 'auto' } });
  expect(await bob.settled(id)).toMatchObject({ status: 'completed', engine: 'fake' });
});

it('stays here when that is chosen, and knows no other engines', async () => {
  const { withKey } = await withCloud();
  const ann = await withKey('Ann');
  expect(await ann.settled(await ann.upload(recording, { engine: 'local' }))).toMatchObject({
    engine: 'fake',
  });
  expect(double.count('upload')).toBe(0);
  await expect(ann.upload(recording, { engine: 'whisper' as 'local' })).rejects.toMatchObject({
    status: 400,
  });
});

it('transcribes again with another engine as a version of its own, and says who made which', async () => {
  const { withKey } = await withCloud();
  const ann = await withKey('Ann');
  const id = await ann.upload(recording, { engine: 'local' });
  const params = { id };
  const first = await ann.settled(id);
  double.failWith('No.');
  await ann.call(transcribeAgain, { params, body: { engine: 'assemblyai' } });
  expect(await settledAgain(ann, id)).toMatchObject({
    status: 'completed',
    version: 1,
    engine: 'fake',
    errorCode: 'speech_remote_failed',
    errorMessage: 'AssemblyAI could not transcribe this recording: No.',
    transcript: first.transcript,
  });
  double.failWith(null);
  await ann.call(transcribeAgain, { params, body: {} });
  expect(await settledAgain(ann, id)).toMatchObject({ version: 2, engine: 'assemblyai', errorCode: null });
  await expect.poll(() => double.jobs).toMatchObject([{ isDeleted: true }, { isDeleted: true }]);
  const restored = await ann.call(restoreVersion, { params: { id, version: 1 } });
  expect(restored).toMatchObject({ engine: 'fake', transcript: first.transcript });
  expect(await ann.call(restoreVersion, { params: { id, version: 2 } })).toMatchObject({
    engine: 'assemblyai',
  });
});

it('puts no chunks of one engine together with the text of the other', async () => {
  const { withKey, sql } = await withCloud({
    engine: {
      name: 'local',
      transcribe: async (_audio, _options, { onChunk }) => {
        const word = { text: 'Half', startMs: 0, endMs: 500, confidence: 0.5 };
        const segment = { speaker: 'Speaker 1', startMs: 0, endMs: 500, text: 'Half', words: [word] };
        await onChunk({ startMs: 0, endMs: 1000, segments: [{ ...segment, timing: 'estimated' }] });
        throw new SpeechError({ code: 'bad_answer' });
      },
      close: async () => undefined,
    },
  });
  const ann = await withKey('Ann');
  const id = await ann.upload(recording, { engine: 'local' });
  expect(await ann.settled(id)).toMatchObject({ status: 'failed', engine: 'local', transcript: 'Half' });
  await ann.call(retryTranscript, { params: { id }, body: { engine: 'assemblyai' } });
  const done = await ann.settled(id);
  expect(done).toMatchObject({ status: 'completed', engine: 'assemblyai' });
  expect(done.transcript).not.toContain('Half');
  expect(double.jobs).toHaveLength(1);
  expect(await sql('select count(*)::int as n from chunks')).toEqual([{ n: 0 }]);
});
