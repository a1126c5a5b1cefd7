import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { editTranscript } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { createNote } from '#contract/notes.ts';
import { createShare } from '#contract/shares.ts';
import { getTranscript } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { createDatabase, databaseUrl, dropDatabase } from '#tests/support/databases.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { insertTalk } from '#tests/support/project-content.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';
import { type Call, callAndLeave, callAtOnce, callOnce, type Noticed, watch } from '#tests/support/storm.ts';
import type { Line } from '#tests/support/transcripts.ts';

/** At 150 words a minute. */
const THREE_HOURS_WORDS = 27_000;
/** Promised, each for 95 of 100 answers. */
const HEALTH_P95_MS = 250;
const LIST_P95_MS = 1000;
const ROUNDS = 4;
const ROUND_PAUSE_MS = 1000;
/** Between two looks at health, and at somebody else's list. */
const PAUSE_MS = 20;

interface Place {
  url: string;
  ann: Client;
  bob: Client;
  id: TranscriptId;
  shareId: string;
  /** Gives Ann a finished transcript of these lines. */
  insert(title: string, lines: readonly Line[]): Promise<TranscriptId>;
}

/** A server in a process of its own, with a talk of three hours that Ann shares, and Bob who has something else to do. */
async function openPlace(): Promise<Place> {
  const database = await createDatabase('template_migrated');
  onTestFinished(() => dropDatabase(database));
  const { host, user } = inject('databaseServer');
  const server = await startServer(await temporaryFolder(), {
    DATABASE_URL: databaseUrl(database),
    SPEECH_ENGINE: 'fake',
  });
  const [ann, bob] = [await Client.signUp(server.url), await Client.signUp(server.url)];
  const pool = new pg.Pool({ host, user, database, max: 1 });
  onTestFinished(() => pool.end());
  const query = async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows;
  const [owner] = await query('select min(id)::integer as id from users');
  const insert = async (title: string, lines: readonly Line[]) =>
    (await insertTalk(query, {
      projectId: null,
      userId: Number(owner?.id),
      title,
      lines: [...lines],
    })) as TranscriptId;
  const id = await insert('Long talk', longTalk({ words: THREE_HOURS_WORDS, seed: 1 }));
  const { shareUrl } = await ann.call(createShare, { params: { id }, body: {} });
  // As a server is that has been up for a while.
  for (let call = 0; call < 50; call += 1) {
    await callOnce(server.url, { path: '/api/health' });
    await callOnce(server.url, { path: '/api/transcripts', cookie: bob.cookie });
  }
  return { url: server.url, ann, bob, id, shareId: shareUrl.split('/').at(-1) ?? '', insert };
}

/** What health and somebody else notice of a storm, from its beginning until it is over. */
async function during(
  { url, bob }: Place,
  name: string,
  storm: () => Promise<unknown>,
): Promise<{ tookMs: number; health: Noticed; list: Noticed }> {
  const health = watch(url, { path: '/api/health' }, PAUSE_MS);
  const list = watch(url, { path: '/api/transcripts', cookie: bob.cookie }, PAUSE_MS);
  const started = performance.now();
  // One round may be over before anybody could notice it.
  for (let round = 0; round < ROUNDS; round += 1) {
    await storm();
    await delay(ROUND_PAUSE_MS);
  }
  const tookMs = Math.round(performance.now() - started);
  const noticed = { health: await health.stop(), list: await list.stop() };
  // The figures of docs/figures.md.
  process.stdout.write(`${name}: ${JSON.stringify({ tookMs, ...noticed })}\n`);
  return { tookMs, ...noticed };
}

function expectCalm({ health, list }: Record<'health' | 'list', Noticed>): void {
  expect(health.failures).toEqual([]);
  expect(list.failures).toEqual([]);
  expect(health.p95Ms).toBeLessThan(HEALTH_P95_MS * PATIENCE);
  expect(list.p95Ms).toBeLessThan(LIST_P95_MS * PATIENCE);
}

const repeat = (times: number, call: Call): Call[] => Array.from({ length: times }, () => call);

it('lets nobody notice what a visitor asks for two hundred times at once', async () => {
  const place = await openPlace();
  const shared = `/api/share/${place.shareId}`;
  for (const path of [`${shared}/suggestions`, `${shared}/words`, shared]) {
    const noticed = await during(place, `200 ${path.replace(place.shareId, ':id')}`, async () => {
      const answers = await callAtOnce(place.url, repeat(200, { path }));
      expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    });
    expectCalm(noticed);
  }
});

it('lets nobody notice a crowd that opens the page of a text, and gives one address no more than 300 a minute with words', async () => {
  const place = await openPlace();
  const { cookie } = place.ann;
  const opened = async (name: string, calls: readonly Call[]) => {
    let withWords = 0;
    const noticed = await during(place, `200 pages ${name}`, async () => {
      const answers = await callAtOnce(place.url, calls);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      withWords += answers.filter(({ cache }) => cache === 'no-store').length;
    });
    process.stdout.write(`${withWords} of ${200 * ROUNDS} with their first words\n`);
    expectCalm(noticed);
    return { withWords, ...noticed };
  };
  const paths = [`/share/${place.shareId}`, `/transcript/${place.id}`, `/?transcript=${place.id}`];
  for (const path of paths) {
    const calls = repeat(200, { path, cookie }).map((call, at) => ({ ...call, from: `10.0.0.${at}` }));
    const { withWords } = await opened(`of 200 addresses at ${path.replace(place.shareId, ':id')}`, calls);
    expect(withWords).toBeGreaterThan(0);
  }
  const { withWords, tookMs } = await opened('of one address', repeat(200, { path: paths[0] ?? '' }));
  expect(withWords).toBeLessThanOrEqual(300 * Math.ceil(tookMs / 60_000));
});

it('lets nobody notice what a visitor asks for and does not wait for', async () => {
  const place = await openPlace();
  for (const what of ['suggestions', 'words', 'waveform']) {
    const path = `/api/share/${place.shareId}/${what}`;
    const noticed = await during(place, `20 times 50 closed ${what}`, async () => {
      for (let round = 0; round < 5; round += 1) {
        await callAndLeave(place.url, repeat(50, { path }));
        await delay(200);
      }
    });
    expectCalm(noticed);
  }
});

it('lets nobody notice what a visitor reads all the time', async () => {
  const place = await openPlace();
  const path = `/api/share/${place.shareId}/words`;
  const noticed = await during(place, '240 words', async () => {
    for (let round = 0; round < 6; round += 1) await callAtOnce(place.url, repeat(10, { path }));
  });
  expectCalm(noticed);
});

it('lets nobody notice questions of visitors, each of them another', async () => {
  const place = await openPlace();
  const path = `/api/share/${place.shareId}/chat`;
  const noticed = await during(place, '200 shared questions', () =>
    callAtOnce(
      place.url,
      Array.from({ length: 200 }, (_, at) => ({
        path,
        method: 'POST' as const,
        body: { question: `What about the budget in ${1900 + at}?` },
      })),
    ),
  );
  expectCalm(noticed);
});

it('lets nobody notice what somebody who is signed in asks for two hundred times at once', async () => {
  const place = await openPlace();
  const own = `/api/transcripts/${place.id}`;
  const paths = [
    `${own}/suggestions`,
    `${own}/words`,
    own,
    `${own}/conversation`,
    `${own}/history`,
    `${own}/summary`,
    '/api/transcripts/search?q=the',
  ];
  const calls: Call[] = [
    ...paths.map((path) => ({ path })),
    { path: own, method: 'PATCH', body: { title: 'Another title' } },
  ];
  for (const call of calls) {
    const noticed = await during(place, `200 own ${call.method ?? 'GET'} ${call.path}`, async () => {
      const answers = await callAtOnce(place.url, repeat(200, { ...call, cookie: place.ann.cookie }));
      expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    });
    expectCalm(noticed);
  }
});

it('lets nobody notice two hundred clips that somebody asks for at once, and no more than five are made', async () => {
  const place = await openPlace();
  const video = await encoded(await wavRecording(60_000), 'mp4');
  const id = await place.ann.upload(video, 'talk.mp4');
  await place.ann.until(id, ({ status }) => status !== 'processing');
  const noticed = await during(place, '200 clips', async () => {
    const calls = Array.from({ length: 200 }, (_, at) => ({
      path: `/api/transcripts/${id}/clips`,
      method: 'POST' as const,
      cookie: place.ann.cookie,
      body: { start: at / 10, end: 50, format: 'mp4', captions: true },
    }));
    const answers = await callAtOnce(place.url, calls);
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
  expectCalm(noticed);
});

/** Passages of nearly the greatest length, of one word repeated. */
const repeated = (word: string, passages: number): Line[] =>
  Array.from({ length: passages }, (_, at) => ({
    speaker: `Speaker ${(at % 2) + 1}`,
    text: `${word} `.repeat(Math.floor(19_800 / (word.length + 1))).trim(),
  }));

it('lets nobody notice notes on repetitive text that was edited', async () => {
  const place = await openPlace();
  const { ann } = place;
  const id = await place.insert('One word', repeated('lala', 13));
  const params = { id };
  const { timestampedTranscript: segments } = await ann.call(getTranscript, { params });
  for (let at = 0; at < 100; at += 1) {
    const segment = segments[at % segments.length] ?? expect.unreachable();
    const start = 5 * at;
    await ann.call(createNote, {
      params,
      body: { kind: 'highlight', color: 'green', parts: [{ segment, start, end: start + 24 }] },
    });
  }
  for (const segment of segments)
    await ann.call(editTranscript, { params, body: { kind: 'text', segment, text: `so ${segment.text}` } });
  const path = `/api/transcripts/${id}/notes`;
  const noticed = await during(place, '200 notes on repetitive text', async () => {
    const answers = await callAtOnce(place.url, repeat(200, { path, cookie: ann.cookie }));
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  });
  expectCalm(noticed);
});

it.each([
  ['Hangul', '각각각각', '각가'],
  ['one word', 'lala', 'lala'],
  ['marks', 'a\u0301\u0316\u0301b', 'ab'],
])('lets nobody notice searches in the largest text, of %s', async (name, word, q) => {
  const place = await openPlace();
  await place.insert(name, repeated(word, 100));
  const path = `/api/transcripts/search?q=${encodeURIComponent(q)}`;
  const noticed = await during(place, `200 searches in ${name}`, async () => {
    const answers = await callAtOnce(place.url, repeat(200, { path, cookie: place.ann.cookie }));
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  });
  expectCalm(noticed);
});

it('lets nobody notice two hundred searches for speakers', async () => {
  const place = await openPlace();
  const id = await place.ann.upload(await wavRecording(60_000));
  await place.ann.until(id, ({ status }) => status !== 'processing');
  const path = `/api/transcripts/${id}/speaker-search`;
  const noticed = await during(place, '200 searches for speakers', async () => {
    const call = { path, method: 'POST', cookie: place.ann.cookie, body: {} } as const;
    const answers = await callAtOnce(place.url, repeat(200, call));
    expect(answers.filter(({ status }) => ![200, 409, 429].includes(status))).toEqual([]);
    await callAtOnce(place.url, repeat(200, { path, cookie: place.ann.cookie }));
  });
  expectCalm(noticed);
});
