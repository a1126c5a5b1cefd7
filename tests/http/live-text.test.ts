import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { signOutEverywhere } from '#contract/auth.ts';
import { LIVE_TEXT_PATH, LiveText } from '#contract/live-text.ts';
import { buildApp } from '#server/app.ts';
import { LIVE_LIMITS, type LiveLimits } from '#server/features/live-text/serve-microphone.ts';
import { drain } from '#server/http/drain.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import { type TestAppOptions, testApp } from '#tests/support/app.ts';
import { openRaw } from '#tests/support/raw-socket.ts';

/** A quarter of a second of sound. */
const QUARTER = new Int16Array(4000).fill(8000);

async function connect(options: TestAppOptions = {}, limits: Partial<LiveLimits> = {}) {
  const test = await testApp(options);
  const app = await buildApp(test.deps, { liveText: { ...LIVE_LIMITS, ...limits } });
  onTestFinished(() => drain(app, 0));
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const open = (headers: Record<string, string>) => {
    // Node's own client takes headers; the type is the browser's, which does not.
    const socket = new WebSocket(url + LIVE_TEXT_PATH, { headers } as never);
    const heard: LiveText[] = [];
    socket.addEventListener('message', ({ data }) => heard.push(LiveText.parse(JSON.parse(String(data)))));
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener('close', ({ code }) => resolve(code)),
    );
    const opened = new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('error', () => resolve(false));
    });
    return { socket, heard, closed, opened };
  };
  return { ...test, url, open };
}

it('tells words while they are spoken and the last ones at the end, and keeps nothing', async () => {
  const { person, open, deps } = await connect();
  const ann = await person();
  const { socket, heard, closed, opened } = open({ cookie: ann.cookie });
  expect(await opened).toBe(true);
  for (let part = 0; part < 20; part += 1) socket.send(QUARTER);
  socket.send('end');
  expect(await closed).toBe(1000);
  const final = heard.filter((text) => text.type === 'text' && text.isFinal);
  expect(final.length).toBeGreaterThanOrEqual(2);
  expect(final[0]).toMatchObject({
    startMs: 0,
    endMs: 4000,
    text: expect.stringContaining('Thank you for calling.'),
  });
  await expect.poll(() => readdir(join(deps.config.dataDir, 'work')).catch(() => [])).toEqual([]);
});

it('is for people who are signed in, from this site', async () => {
  const { person, open } = await connect();
  const ann = await person();
  expect(await open({}).opened).toBe(false);
  expect(await open({ cookie: ann.cookie, origin: 'https://elsewhere.example' }).opened).toBe(false);
});

it('says when too many speak at once, and lets the next one in when one has ended', async () => {
  const { person, open } = await connect({ env: { SPEECH_THREADS: '1' } });
  const [ann, bob] = [await person(), await person('Bob')];
  const first = open({ cookie: ann.cookie });
  await first.opened;
  const second = open({ cookie: bob.cookie });
  expect(await second.closed).toBe(1008);
  expect(second.heard).toMatchObject([{ type: 'unavailable', again: 'later' }]);
  first.socket.close();
  await first.closed;
  // Whoever waits comes before who had it just now.
  expect(await open({ cookie: ann.cookie }).closed).toBe(1008);
  const next = open({ cookie: bob.cookie });
  await next.opened;
  next.socket.send(QUARTER);
  next.socket.send('end');
  expect(await next.closed).toBe(1000);
});

it('has one place for a person, which another window takes over', async () => {
  const { person, open } = await connect({ env: { SPEECH_THREADS: '2' } });
  const ann = await person();
  const windows = [];
  for (let nth = 0; nth < 5; nth += 1) {
    windows.push(open({ cookie: ann.cookie }));
    await windows.at(-1)?.opened;
  }
  const last = windows.pop();
  for (const { closed, heard } of windows) {
    expect(await closed).toBe(1008);
    expect(heard).toMatchObject([{ type: 'unavailable', again: 'never' }]);
  }
  const bobs = open({ cookie: (await person('Bob')).cookie });
  for (const window of [last, bobs]) {
    await window?.opened;
    window?.socket.send('end');
    expect(await window?.closed).toBe(1000);
  }
});

it.each([
  ['who sends nothing', { idleMs: 200 }, 'with-sound'],
  ['who has had it for long', { longestMs: 300 }, 'later'],
])('takes the place from %s', async (_, limits, again) => {
  const { person, open } = await connect({ env: { SPEECH_THREADS: '1' } }, limits);
  const silent = open({ cookie: (await person()).cookie });
  expect(await silent.closed).toBe(1008);
  expect(silent.heard).toMatchObject([{ type: 'unavailable', again }]);
  const bobs = open({ cookie: (await person('Bob')).cookie });
  await bobs.opened;
  bobs.socket.send('end');
  expect(await bobs.closed).toBe(1000);
});

it('takes the place from who is not there any more', async () => {
  const { person, open, url } = await connect({ env: { SPEECH_THREADS: '1' } }, { beatMs: 100 });
  const [ann, bob] = [await person(), await person('Bob')];
  // Opens a WebSocket and then neither speaks nor answers.
  const { socket, said } = await openRaw(new URL(url).host);
  const head = [
    `GET ${LIVE_TEXT_PATH} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    `cookie: ${ann.cookie}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await said('101 Switching Protocols');
  await expect
    .poll(async () => {
      const bobs = open({ cookie: bob.cookie });
      await bobs.opened;
      bobs.socket.send('end');
      return bobs.closed;
    })
    .toBe(1000);
});

it('ends with the session', async () => {
  const { person, open, sql } = await connect({}, { beatMs: 100 });
  const [ann, bob] = [await person(), await person('Bob')];
  const anns = open({ cookie: ann.cookie });
  await anns.opened;
  await ann.call(signOutEverywhere, {});
  expect(await anns.closed).toBe(1008);
  expect(anns.heard).toMatchObject([{ type: 'unavailable', again: 'never' }]);
  // Of the end by time nobody tells.
  const bobs = open({ cookie: bob.cookie });
  await bobs.opened;
  await sql("update sessions set expires_at = now() - interval '1 second'");
  expect(await bobs.closed).toBe(1008);
});

it('ends with who sends faster than anybody speaks, or too much at once', async () => {
  const { person, open } = await connect({ env: { SPEECH_THREADS: '2' } });
  const ann = await person();
  const fast = open({ cookie: ann.cookie });
  await fast.opened;
  for (let part = 0; part < 10; part += 1) fast.socket.send(new Int16Array(200_000));
  expect(await fast.closed).toBe(1008);
  const huge = open({ cookie: ann.cookie });
  await huge.opened;
  huge.socket.send(new Int16Array(400_000));
  expect(await huge.closed).toBe(1009);
});

it('goes on serving others when the engine cannot listen, whatever is sent meanwhile', async () => {
  const engine: SpeechEngine = {
    ...createFakeEngine({}),
    listen: () => {
      throw new Error('There is no room left.');
    },
  };
  const { person, open, app } = await connect({ engine });
  const { socket, heard, closed, opened } = open({ cookie: (await person()).cookie });
  await opened;
  for (let part = 0; part < 5; part += 1) socket.send(QUARTER);
  expect(await closed).toBe(1008);
  expect(heard).toMatchObject([{ type: 'unavailable' }]);
  expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200);
});
