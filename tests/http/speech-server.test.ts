import { beforeEach, describe, expect, it } from 'vitest';
import { listEngines } from '#contract/speech-engines.ts';
import {
  getSpeechServer,
  removeSpeechServer,
  saveSpeechServer,
  testSpeechServer,
} from '#contract/speech-server.ts';
import {
  cancelTranscript,
  getTranscript,
  getWords,
  listTranscripts,
  retryTranscript,
} from '#contract/transcripts.ts';
import type { ServerPatience } from '#speech/server/patience.ts';
import { sharedApp, type TestAppOptions, testApp } from '#tests/support/app.ts';
import { untilDayLasts } from '#tests/support/day.ts';
import { onFileFinished } from '#tests/support/file-end.ts';
import type { Person } from '#tests/support/person.ts';
import { wavOf } from '#tests/support/recordings.ts';
import { joinSounds, silence, tone } from '#tests/support/speak.ts';
import {
  SPEECH_SERVER_KEY,
  type SpeechServerDouble,
  type SpeechServerReply,
  startSpeechServerDouble,
} from '#tests/support/speech-server-double.ts';

const HASTY: ServerPatience = { firstRetryMs: [1, 2], retryMs: [1, 2], loadingMs: [1, 2] };
/** Five beeps of two seconds: with pieces of four seconds there are several. */
const recording = await wavOf(
  joinSounds(...Array.from({ length: 5 }, () => [tone(2000, 440, 0.5), silence(1000)]).flat()),
);
const speechServerLimits = { patience: HASTY, pieceMs: 4000 };

const PROFILES = ['openai', 'speaches', 'vllm', 'whisper.cpp', 'whisperx'] as const;
const doubles = await Promise.all(PROFILES.map((profile) => startSpeechServerDouble({ profile })));
const [double] = doubles as [SpeechServerDouble];
const open = await startSpeechServerDouble({ isLocked: false });
onFileFinished(async () => {
  for (const each of [...doubles, open]) await each.close();
});
beforeEach(() => {
  for (const each of [...doubles, open]) each.reset();
});

const key = SPEECH_SERVER_KEY;
const usual = {
  workers: true,
  hasty: true,
  speechServerLimits,
  env: { OUTBOUND_ALLOW: [...doubles, open].map(({ url }) => new URL(url).host).join() },
};

/** The application in which people may have servers at the doubles: shared, unless the test needs its own. */
async function withServer(own?: TestAppOptions) {
  const test = own
    ? await testApp({ ...usual, ...own, env: { ...usual.env, ...own.env } })
    : await sharedApp(usual);
  const withOwn = async (name = 'Ann') => {
    const person = await test.person(name);
    const body = { address: double.baseUrl, apiKey: key, model: 'whisper-1' };
    await person.call(saveSpeechServer, { body });
    return person;
  };
  return { ...test, withOwn };
}

const failing = (status: number, body?: unknown): SpeechServerReply => ({
  kind: 'error',
  status,
  ...(body === undefined ? {} : { body }),
});

describe('the settings', () => {
  it('keep the key encrypted, show it masked, and forget the server', async () => {
    const { person, sql } = await withServer();
    const [ann, bob] = [await person('Ann'), await person('Bob')];
    expect(await ann.call(getSpeechServer, {})).toEqual({ own: null, mayHaveOwn: true, hasShared: false });
    const address = `${double.baseUrl}/`;
    const saved = await ann.call(saveSpeechServer, { body: { address, apiKey: key, model: 'whisper-1' } });
    expect(saved.own).toEqual({
      address: double.baseUrl,
      apiKey: '••••••••6789',
      model: 'whisper-1',
      isKeyLost: false,
    });
    expect(JSON.stringify(await sql('select * from speech_servers'))).not.toContain(key.slice(0, 12));
    expect((await bob.call(getSpeechServer, {})).own).toBeNull();
    const engines = await ann.call(listEngines, {});
    expect(engines.engines[0]).toMatchObject({ name: 'server', access: 'own' });
    expect((await bob.call(listEngines, {})).engines.map(({ name }) => name)).toEqual(['local']);
    expect((await ann.call(removeSpeechServer, {})).own).toBeNull();
    expect(await sql('select * from speech_servers where user_id = $1', [ann.user?.id])).toEqual([]);
  });

  it('keep the key while the address stays at the same host, and give it to no other', async () => {
    const other = open;
    const { withOwn } = await withServer();
    const ann = await withOwn();
    const same = await ann.call(saveSpeechServer, {
      body: { address: `${double.url}/v1/audio/transcriptions` },
    });
    expect(same.own?.apiKey).toBe('••••••••6789');
    const moved = await ann.call(testSpeechServer, { body: { server: { address: other.baseUrl } } });
    expect(moved).toMatchObject({ works: true });
    expect(other.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    expect((await ann.call(saveSpeechServer, { body: { address: other.baseUrl } })).own?.apiKey).toBe('');
    expect(
      (await ann.call(saveSpeechServer, { body: { address: other.baseUrl, apiKey: null } })).own?.apiKey,
    ).toBe('');
  });

  it('keep a key that was lost with the secret, until another is entered', async () => {
    const { withOwn, sql } = await withServer();
    const ann = await withOwn();
    await sql("update speech_servers set encrypted_key = 'v1.lost' where user_id = $1", [ann.user?.id]);
    const body = { address: double.baseUrl, model: 'gpt-4o-transcribe' };
    const saved = await ann.call(saveSpeechServer, { body });
    expect(saved.own).toMatchObject({ model: 'gpt-4o-transcribe', apiKey: '', isKeyLost: true });
    expect((await ann.call(listEngines, {})).engines.map(({ name }) => name)).toEqual(['local']);
    const entered = await ann.call(saveSpeechServer, { body: { ...body, apiKey: key } });
    expect(entered.own).toMatchObject({ apiKey: '••••••••6789', isKeyLost: false });
  });

  it.each([
    'http://127.0.0.1:8000/v1',
    'http://localhost:8000/v1',
    'http://169.254.169.254/v1',
    'http://[::1]:8000/v1',
    'https://example.org:22/v1',
  ])('reach nothing private: %s', async (address) => {
    const { person } = await withServer();
    const ann = await person();
    const outcome = await ann
      .call(saveSpeechServer, { body: { address } })
      .then(() => ann.call(testSpeechServer, { body: {} }))
      .catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'speech_server_address_refused' });
  });

  it.each([
    ['ftp://example.org/v1', 'Please enter an address that begins with https:// or http://.'],
    ['speech', 'Please enter an address that begins with https:// or http://.'],
    ['https://ann:secret@example.org/v1', 'Please enter the address alone, without a password, ? or #.'],
    ['https://example.org/v1?key=1', 'Please enter the address alone, without a password, ? or #.'],
  ])('refuse %s', async (address, message) => {
    const { person } = await withServer();
    const call = (await person()).call(saveSpeechServer, { body: { address } });
    await expect(call).rejects.toMatchObject({ status: 400, body: { issues: [{ message }] } });
  });

  it.each([
    [
      'a key of 10,000 characters',
      { apiKey: 'k'.repeat(10_000) },
      'This is too long for an API key. Please copy it again.',
    ],
    [
      'a key with a line break',
      { apiKey: 'a\nb' },
      'An API key has no spaces or line breaks in it. Please copy it again.',
    ],
    [
      'an address of 10,000 characters',
      { address: `https://${'a'.repeat(10_000)}.org` },
      'This address is too long.',
    ],
    ['a model of 10,000 characters', { model: 'm'.repeat(10_000) }, 'This name is too long.'],
  ])('refuse %s', async (_, change, message) => {
    const { person } = await withServer();
    const call = (await person()).call(saveSpeechServer, { body: { address: double.baseUrl, ...change } });
    await expect(call).rejects.toMatchObject({ status: 400, body: { issues: [{ message }] } });
  });

  it('can be closed by the operator, for those who have saved a server, too', async () => {
    const { person, sql, visitor } = await withServer({ env: { SPEECH_SERVERS: 'none' } });
    const ann = await person();
    const refused = { status: 403, code: 'speech_server_not_allowed' };
    const body = { address: double.baseUrl };
    await expect(ann.call(saveSpeechServer, { body })).rejects.toMatchObject(refused);
    await expect(ann.call(testSpeechServer, { body: { server: body } })).rejects.toMatchObject(refused);
    await expect(ann.call(testSpeechServer, { body: {} })).rejects.toMatchObject({
      code: 'speech_server_none',
    });
    await sql(
      "insert into speech_servers (user_id, address, model) select id, 'https://example.org', '' from users",
    );
    expect((await ann.call(listEngines, {})).engines.map(({ name }) => name)).toEqual(['local']);
    await expect(visitor().call(getSpeechServer, {})).rejects.toMatchObject({ status: 401 });
  });
});

describe('the test', () => {
  it.each([
    ['openai', { times: 'words', hasSpeakers: false, model: 'whisper-1', languages: null }],
    ['speaches', { times: 'words', model: 'Systran/faster-whisper-small', languages: ['en', 'de'] }],
    ['vllm', { times: 'segments', model: 'openai/whisper-large-v3' }],
    ['whisper.cpp', { times: 'words', model: null }],
    ['whisperx', { times: 'words', hasSpeakers: true, model: null }],
  ] as const)('says what %s can do', async (profile, report) => {
    const server = doubles[PROFILES.indexOf(profile)] ?? double;
    const { person } = await withServer();
    const tested = await (await person()).call(testSpeechServer, {
      body: { server: { address: server.baseUrl, apiKey: key } },
    });
    expect(tested).toMatchObject({ works: true, ...report, text: expect.stringMatching(/^Good morning/) });
    // A sentence, and not a recording.
    expect(server.pieces.length).toBeGreaterThan(0);
    expect(server.pieces.every(({ seconds }) => seconds < 3)).toBe(true);
  });

  it.each<[string, SpeechServerReply, string, RegExp]>([
    ['a wrong key', failing(401), 'speech_key_rejected', /check it under Settings/],
    ['no credit', failing(402), 'speech_no_credit', /Add credit there/],
    [
      'a page',
      { kind: 'text', text: '<!doctype html>' },
      'speech_server_wrong_address',
      /usually ends in \/v1/,
    ],
    ['a model that is being loaded', failing(503), 'speech_server_loading', /try again in a few minutes/],
    ['nonsense', { kind: 'text', text: '[1, 2]' }, 'speech_bad_answer', /could not be used/],
    ['a lost connection', { kind: 'lost' }, 'speech_unreachable', /could not be reached/],
    ['its own reason', failing(400, { error: 'no ffmpeg' }), 'speech_remote_failed', /: no ffmpeg$/],
  ])('says what to do about %s', async (_, reply, code, message) => {
    const { withOwn } = await withServer();
    const ann = await withOwn();
    double.reply(...Array.from({ length: 8 }, () => reply));
    const tested = await ann.call(testSpeechServer, { body: {} });
    expect(tested).toMatchObject({ works: false, code, message: expect.stringMatching(message) });
    expect(JSON.stringify(tested)).not.toContain(key);
  });

  it('is made twenty times a minute for one person, whoever else asks at the same time', async () => {
    const { withOwn, person, app } = await withServer();
    const [ann, bob] = [await withOwn(), await person('Bob')];
    const asked = Array.from({ length: 200 }, () =>
      ann.call(testSpeechServer, { body: {} }).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    );
    const others = await Promise.all([
      bob.call(listTranscripts, { query: {} }),
      app.inject({ url: '/api/health' }).then(({ statusCode }) => statusCode),
    ]);
    expect(others).toEqual([[], 200]);
    const answers = Object.groupBy(await Promise.all(asked), String);
    expect(Object.keys(answers)).toEqual(['200', '429']);
    expect(answers['200']).toHaveLength(20);
  });

  it('names the models that there are if the chosen one is not among them', async () => {
    const { withOwn } = await withServer();
    const tested = await (await withOwn()).call(testSpeechServer, {
      body: { server: { address: double.baseUrl, model: 'whisper-9' } },
    });
    expect(tested).toMatchObject({ works: false, models: expect.arrayContaining(['whisper-1']) });
  });
});

describe('a transcription', () => {
  it('is made by the own server, in the chosen language and with its words, and says the key nowhere', async () => {
    const lines: string[] = [];
    const { withOwn, sql } = await withServer({ onLog: (line) => lines.push(line) });
    const ann = await withOwn();
    const id = await ann.upload(recording, { language: 'de' });
    const transcript = await ann.settled(id);
    expect(transcript).toMatchObject({ status: 'completed', engine: 'server' });
    expect(transcript).toMatchObject({ language: 'de', languageBy: 'choice' });
    expect(transcript.timestampedTranscript.map(({ text }) => text).join(' ')).toMatch(
      /Guten Morgen vom Server\. Wir wissen nicht/,
    );
    expect(double.pieces.every(({ fields }) => new Map(fields).get('language') === 'de')).toBe(true);
    const { segments } = await ann.call(getWords, { params: { id } });
    expect(segments.flatMap(({ words }) => words).length).toBeGreaterThan(20);
    expect(double.pieces.length).toBeGreaterThan(2);
    expect(await sql('select * from usage')).toEqual([]);
    expect(`${lines.join('\n')} ${JSON.stringify(transcript)}`).not.toContain(key.slice(0, 12));
  });

  it("is made by the installation's server for everybody, at a private address, within the day's minutes", async () => {
    const { person, sql } = await withServer({
      env: {
        OUTBOUND_ALLOW: '',
        SPEECH_BASE_URL: double.baseUrl,
        SPEECH_API_KEY: key,
        SPEECH_MODEL: 'whisper-1',
        DAILY_SPEECH_MINUTES: '1',
      },
    });
    await untilDayLasts({ sql });
    const ann = await person();
    expect(await ann.call(getSpeechServer, {})).toMatchObject({ own: null, hasShared: true });
    expect(await ann.call(testSpeechServer, { body: {} })).toMatchObject({ works: true });
    expect(await ann.settled(await ann.upload(recording))).toMatchObject({ engine: 'server' });
    expect(await sql('select used from usage')).toEqual([{ used: 1 }, { used: 1 }]);
    expect(await ann.settled(await ann.upload(recording))).toMatchObject({
      status: 'completed',
      engine: 'fake',
    });
    // Nobody else's addresses become reachable by it.
    await expect(ann.call(saveSpeechServer, { body: { address: double.baseUrl } })).rejects.toMatchObject({
      code: 'speech_server_address_refused',
    });
  });

  it.each<[string, SpeechServerReply, string]>([
    ['a wrong key', failing(401), 'speech_key_rejected'],
    ['a page', { kind: 'text', text: '<html>' }, 'speech_server_wrong_address'],
    [
      'too many requests',
      { ...failing(429), headers: { 'retry-after': '7200' } } as SpeechServerReply,
      'speech_rate_limited',
    ],
    ['a server that keeps loading', failing(503), 'speech_server_loading'],
    ['answers that are cut off', { kind: 'cut' }, 'speech_unreachable'],
    ['nonsense', { kind: 'text', text: '{' }, 'speech_bad_answer'],
    ['pieces that are too large', failing(413), 'speech_server_too_large'],
  ])('fails for good after %s, and can be made by another engine', async (_, reply, errorCode) => {
    const { withOwn } = await withServer();
    const ann = await withOwn();
    double.reply(...Array.from({ length: 12 }, () => reply));
    const id = await ann.upload(recording);
    expect(await ann.settled(id)).toMatchObject({ status: 'failed', errorCode });
    await ann.call(retryTranscript, { params: { id }, body: { engine: 'local' } });
    expect(await ann.settled(id)).toMatchObject({ status: 'completed', engine: 'fake' });
  });

  it('goes on when a server is back that was gone half-way, without sending anything twice', async () => {
    const { withOwn, sql } = await withServer();
    const ann = await withOwn();
    const ok: SpeechServerReply = { kind: 'changed', change: (answer) => answer };
    double.reply(ok, ok, ...Array.from({ length: 12 }, (): SpeechServerReply => ({ kind: 'lost' })));
    const id = await ann.upload(recording);
    expect(await ann.settled(id)).toMatchObject({ status: 'failed', errorCode: 'speech_unreachable' });
    const kept = Number(
      (await sql('select count(*)::int as n from chunks where transcript_id = $1', [id]))[0]?.n,
    );
    expect(kept).toBeGreaterThanOrEqual(2);
    double.reset();
    await ann.call(retryTranscript, { params: { id } });
    const transcript = await ann.settled(id);
    expect(transcript).toMatchObject({ status: 'completed', engine: 'server' });
    // The rest of fifteen seconds.
    expect(double.pieces.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThan(10);
  });

  it.each<[string, (ann: Person) => Promise<unknown>, { language?: string }]>([
    ['in another language', async () => undefined, { language: 'fr' }],
    [
      'with another model',
      (ann) =>
        ann.call(saveSpeechServer, {
          body: { address: double.baseUrl, apiKey: key, model: 'gpt-4o-transcribe' },
        }),
      {},
    ],
  ])('starts over %s: texts are never mixed', async (_, change, body) => {
    const { withOwn } = await withServer();
    const ann = await withOwn();
    const ok: SpeechServerReply = { kind: 'changed', change: (answer) => answer };
    double.reply(ok, ok, ...Array.from({ length: 12 }, (): SpeechServerReply => ({ kind: 'lost' })));
    const id = await ann.upload(recording, { language: 'de' });
    expect(await ann.settled(id)).toMatchObject({ status: 'failed' });
    double.reset();
    await change(ann);
    await ann.call(retryTranscript, { params: { id }, body });
    await ann.settled(id);
    // All of fifteen seconds.
    expect(double.pieces.reduce((sum, { seconds }) => sum + seconds, 0)).toBeGreaterThan(10);
  });

  it('goes on after a crash, without sending anything twice', async () => {
    const { withOwn, deps, sql } = await withServer({});
    const { engineFor } = deps.speechServers;
    let runs = 0;
    deps.speechServers.engineFor = (server) => {
      const engine = engineFor(server);
      runs += 1;
      const isFirst = runs === 1;
      return {
        ...engine,
        transcribe: (audio, options, hooks) => {
          let chunks = 0;
          return engine.transcribe(audio, options, {
            ...hooks,
            onChunk: async (chunk) => {
              await hooks.onChunk(chunk);
              chunks += 1;
              if (isFirst && chunks === 2) throw new Error('the process was killed');
            },
          });
        },
      };
    };
    const ann = await withOwn();
    const id = await ann.upload(recording);
    expect(await ann.settled(id)).toMatchObject({ status: 'completed', engine: 'server' });
    expect(runs).toBe(2);
    expect(await sql('select * from chunks')).toEqual([]);
    // One piece was on its way when the process was killed; every other was sent once.
    const seconds = double.pieces.reduce((sum, piece) => sum + piece.seconds, 0);
    expect(seconds).toBeLessThan(15 + 4);
  });

  it('fails at once in a language that no engine here understands, instead of a text that nobody said', async () => {
    const { person } = await withServer();
    const ann = await person();
    const failed = await ann.settled(await ann.upload(recording, { language: 'de' }));
    expect(failed).toMatchObject({
      status: 'failed',
      errorCode: 'speech_language_unknown',
      errorMessage:
        'The local engine does not understand German. Please choose another engine, or another language.',
    });
    await ann.call(retryTranscript, { params: { id: failed.id }, body: { language: null } });
    expect(await ann.settled(failed.id)).toMatchObject({ status: 'completed', engine: 'fake' });
  });

  it('ends at once when it is cancelled', async () => {
    const { withOwn } = await withServer();
    const ann = await withOwn();
    double.hold();
    const id = await ann.upload(recording);
    await double.arrived(1);
    await ann.call(cancelTranscript, { params: { id } });
    expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({ errorCode: 'cancelled' });
    double.release();
  });
});
