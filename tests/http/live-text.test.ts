import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LIVE_TEXT_PATH, LiveText } from '#contract/live-text.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import { type TestAppOptions, testApp } from '#tests/support/app.ts';

/** A quarter of a second of sound. */
const QUARTER = new Int16Array(4000).fill(8000);

async function connect(options: TestAppOptions = {}) {
  const test = await testApp(options);
  const url = (await test.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
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
  const ann = await person();
  const first = open({ cookie: ann.cookie });
  await first.opened;
  const second = open({ cookie: ann.cookie });
  expect(await second.closed).toBe(1008);
  expect(second.heard).toMatchObject([{ type: 'unavailable' }]);
  first.socket.close();
  await first.closed;
  await expect
    .poll(async () => {
      const next = open({ cookie: ann.cookie });
      await next.opened;
      next.socket.send('end');
      return next.closed;
    })
    .toBe(1000);
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
