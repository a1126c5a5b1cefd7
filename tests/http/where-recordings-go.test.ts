import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearApiKeys, saveApiKeys } from '#contract/api-keys.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { transcribePodcast } from '#contract/podcasts.ts';
import { TRANSCRIBE_RECORDING_PATH, TranscribedRecording } from '#contract/recordings.ts';
import type { SpeechChoice, SpeechService } from '#contract/speech-engines.ts';
import { deleteTranscript, getTranscript, retryTranscript, transcribeAgain } from '#contract/transcripts.ts';
import { transcribeVideo } from '#contract/youtube.ts';
import { startWorkers } from '#server/worker.ts';
import { createAssemblyAiEngine } from '#speech/assemblyai/engine.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import {
  ASSEMBLYAI_KEY,
  HASTY,
  OTHER_ASSEMBLYAI_KEY,
  startAssemblyAiDouble,
} from '#tests/support/assemblyai-double.ts';
import { onFileFinished } from '#tests/support/file-end.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import type { Person } from '#tests/support/person.ts';
import { startPodcastDouble } from '#tests/support/podcast-double.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { startVideoDouble } from '#tests/support/video-double.ts';

// Where the sound goes is decided by the options that came with the request, whichever way the recording came in.
const recording = await wavRecording(6000);
const sound = await encoded(recording, 'm4a');
const webm = await encoded(recording, 'webm');
const [service, podcasts, videos] = await Promise.all([
  startAssemblyAiDouble(),
  startPodcastDouble(),
  startVideoDouble(),
]);
for (const double of [service, podcasts, videos]) onFileFinished(async () => double.close());
beforeEach(() => service.reset());

const env = {
  ...podcasts.env,
  ...videos.env,
  OUTBOUND_ALLOW: `${podcasts.env.OUTBOUND_ALLOW},${videos.env.OUTBOUND_ALLOW}`,
  ASSEMBLYAI_BASE_URL: service.url,
};
const speechService = (_service: SpeechService, apiKey: string) =>
  createAssemblyAiEngine({ apiKey, baseUrl: service.url, patience: HASTY });

async function withServices() {
  const test = await sharedApp({ workers: true, hasty: true, speechService, env });
  const ann = await test.person();
  await ann.call(saveApiKeys, { body: { assemblyaiApiKey: ASSEMBLYAI_KEY } });
  return { ...test, ann };
}

let count = 0;
/** Another address each time: one that is in progress is not begun again. */
function nextVideo(): string {
  count += 1;
  return `abcdefgh${String(count).padStart(3, '0')}`;
}

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

/** How many people are said to speak. */
const SPEAKERS = 3;

/** Each way in, with the engine that its form asks for. */
const WAYS: Record<string, (ann: Person, engine: SpeechChoice, sql: Sql) => Promise<TranscriptId>> = {
  upload: (ann, engine) => ann.upload(recording, { engine, speakers: SPEAKERS }),
  'live recording': async (ann, engine) => {
    const form = new FormData();
    form.set('suggestSpeakers', 'true');
    form.set('engine', engine);
    form.set('speakers', String(SPEAKERS));
    form.set('video', new Blob([new Uint8Array(webm)], { type: 'audio/webm' }), 'recording-1.webm');
    const body = new Response(form);
    const response = await ann.app.inject({
      method: 'POST',
      url: TRANSCRIBE_RECORDING_PATH,
      headers: { cookie: ann.cookie, 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    return TranscribedRecording.parse(response.json()).transcriptId;
  },
  podcast: async (ann, engine) => {
    const url = podcasts.put(`/${nextVideo()}.wav`, { kind: 'file', bytes: recording, type: 'audio/wav' });
    return (await ann.call(transcribePodcast, { body: { url, title: 'One', engine, speakers: SPEAKERS } }))
      .transcriptId;
  },
  video: async (ann, engine) => {
    const url = videos.add({ id: nextVideo(), sound: { kind: 'file', bytes: sound, ranges: true } });
    return (
      await ann.call(transcribeVideo, { body: { url, enhancedMode: true, engine, speakers: SPEAKERS } })
    ).transcriptId;
  },
  again: async (ann, engine) => {
    const id = await ann.upload(recording, { engine: 'local' });
    await ann.settled(id);
    await ann.call(transcribeAgain, { params: { id }, body: { engine, speakers: SPEAKERS } });
    return id;
  },
  retry: async (ann, engine, sql) => {
    const id = await ann.upload(recording, { engine, speakers: SPEAKERS });
    await ann.settled(id);
    service.reset();
    await sql("update transcripts set status = 'failed', job_id = null where id = $1", [id]);
    // As the button does: it keeps what was chosen.
    await ann.call(retryTranscript, { params: { id } });
    return id;
  },
};

/** The recordings and jobs that the service got. */
const sent = () => [service.count('upload'), service.count('submit')];

async function ended(ann: Person, id: TranscriptId) {
  await expect
    .poll(async () => (await ann.call(getTranscript, { params: { id } })).stage, { interval: 25 })
    .toBeNull();
  return ann.call(getTranscript, { params: { id } });
}

describe.each(Object.entries(WAYS))('a recording by %s', (_name, send) => {
  it('stays here if that was chosen, although there is a key', async () => {
    const { ann, sql } = await withServices();
    const id = await send(ann, 'local', sql);
    expect(await ended(ann, id)).toMatchObject({ status: 'completed', engine: 'fake', errorMessage: null });
    expect(sent()).toEqual([0, 0]);
  });

  it('goes to AssemblyAI if that was chosen', async () => {
    const { ann, sql } = await withServices();
    const id = await send(ann, 'assemblyai', sql);
    expect(await ended(ann, id)).toMatchObject({
      status: 'completed',
      engine: 'assemblyai',
      errorMessage: null,
    });
    expect(sent()).toEqual([1, 1]);
    expect(service.jobs.map(({ speakersExpected }) => speakersExpected)).toEqual([SPEAKERS]);
  });
});

it('gets speakers of ours where the service tells none apart', async () => {
  const { ann } = await withServices();
  service.nameSpeakers(false);
  const long = await wavRecording(18_000);
  const { timestampedTranscript } = await ended(ann, await ann.upload(long, { engine: 'assemblyai' }));
  expect(new Set(timestampedTranscript.map(({ speaker }) => speaker))).toEqual(
    new Set(['Speaker 1', 'Speaker 2']),
  );
  const plain = await ended(ann, await ann.upload(long, { engine: 'assemblyai', suggestSpeakers: false }));
  expect(new Set(plain.timestampedTranscript.map(({ speaker }) => speaker))).toEqual(new Set(['Speaker 1']));
});

it('goes nowhere else if the chosen service has no key any more, and says so', async () => {
  const { person } = await withServices();
  const bob = await person();
  const id = await bob.upload(recording, { engine: 'assemblyai' });
  expect(await ended(bob, id)).toMatchObject({ status: 'failed', errorCode: 'speech_no_key' });
  expect(sent()).toEqual([0, 0]);
});

it('is not joined to the same address in progress elsewhere', async () => {
  const { ann, sql } = await withServices();
  const url = podcasts.put('/joined.wav', { kind: 'file', bytes: recording, type: 'audio/wav' });
  service.hold();
  const call = (engine: SpeechChoice) => ann.call(transcribePodcast, { body: { url, title: 'One', engine } });
  const first = await call('assemblyai');
  const again = await call('assemblyai');
  const here = await call('local');
  service.release();
  expect(again).toEqual(first);
  expect(here).not.toEqual(first);
  expect((await ended(ann, here.transcriptId)).engine).toBe('fake');
  expect(await sql('select options from transcripts where id = $1', [first.transcriptId])).toEqual([
    {
      options: {
        suggestSpeakers: true,
        speakers: null,
        engine: 'assemblyai',
        language: null,
        soundTrack: null,
      },
    },
  ]);
  await ended(ann, first.transcriptId);
});

describe('a recording that waits', () => {
  /** Sends a recording while no worker runs, changes the keys, and lets the workers begin. */
  async function afterWaiting(engine: SpeechChoice, change: (ann: Person) => Promise<unknown>) {
    const test = await testApp({ hasty: true, speechService, env });
    const ann = await test.person();
    await ann.call(saveApiKeys, { body: { assemblyaiApiKey: ASSEMBLYAI_KEY } });
    const id = await ann.upload(recording, { engine });
    await change(ann);
    await startWorkers(test.deps);
    return ended(ann, id);
  }
  const clear = (ann: Person) => ann.call(clearApiKeys, {});
  const save = (key: string) => (ann: Person) => ann.call(saveApiKeys, { body: { assemblyaiApiKey: key } });

  it('goes nowhere when its key was deleted meanwhile', async () => {
    expect(await afterWaiting('assemblyai', clear)).toMatchObject({ errorCode: 'speech_no_key' });
    expect(sent()).toEqual([0, 0]);
    expect(await afterWaiting('auto', clear)).toMatchObject({ status: 'completed', engine: 'fake' });
    expect(sent()).toEqual([0, 0]);
  });

  it('goes with the key that replaced its key', async () => {
    const transcript = await afterWaiting('assemblyai', save(OTHER_ASSEMBLYAI_KEY));
    expect(transcript).toMatchObject({ status: 'completed', engine: 'assemblyai' });
    expect(service.jobs.map(({ key }) => key)).toEqual([OTHER_ASSEMBLYAI_KEY]);
  });

  it('stays here when a key is saved after it was said to stay', async () => {
    const saveAgain = async (ann: Person) => {
      await clear(ann);
      await save(ASSEMBLYAI_KEY)(ann);
    };
    expect(await afterWaiting('local', saveAgain)).toMatchObject({ status: 'completed', engine: 'fake' });
    expect(sent()).toEqual([0, 0]);
  });
});

it.each(['upload', 'look'] as const)(
  'is not worked on any more when it is deleted while the service is silent at %s',
  async (call) => {
    const test = await testApp({ workers: true, hasty: true, speechService, env });
    const ann = await test.person();
    await ann.call(saveApiKeys, { body: { assemblyaiApiKey: ASSEMBLYAI_KEY } });
    service.reply(call, { kind: 'silent' });
    const id = await ann.upload(recording, { engine: 'assemblyai' });
    await service.asked(call, 1);
    await ann.call(deleteTranscript, { params: { id } });
    const work = join(test.deps.config.dataDir, 'work');
    // The service may stay silent for longer.
    await expect.poll(() => readdir(work), { timeout: 2000 * PATIENCE }).toEqual([]);
    expect(service.count('submit')).toBe(call === 'upload' ? 0 : 1);
  },
);
