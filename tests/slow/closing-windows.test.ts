import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EVENTS_PATH } from '#contract/events.ts';
import { Client } from '#tests/support/client.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

const CONNECTIONS = 10_000;
const AT_ONCE = 100;
/** As many as one person may have open (events/routes.ts). */
const MAX_WINDOWS = 30;

/** Asks for live events on a connection of its own, and leaves after a random while: before, during or after the answer. */
async function comeAndGo(url: URL, cookie: string): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect').catch(() => undefined);
  socket.write(`GET ${EVENTS_PATH} HTTP/1.1\r\nhost: ${url.host}\r\ncookie: ${cookie}\r\n\r\n`);
  await delay(Math.random() * 8);
  socket.destroy();
}

it('counts no window for ever, whenever its connection closed', async () => {
  const server = await startServer(await temporaryFolder(), { SPEECH_ENGINE: 'fake' });
  const url = new URL(server.url);
  const ann = await Client.signUp(server.url);
  for (let made = 0; made < CONNECTIONS; made += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => comeAndGo(url, ann.cookie)));
  const windows = async () =>
    /^tapescript_live_windows (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
  await expect.poll(windows).toBe('0');
  const leaving = new AbortController();
  const open = () =>
    fetch(server.url + EVENTS_PATH, { headers: { cookie: ann.cookie }, signal: leaving.signal });
  const statuses = await Promise.all(Array.from({ length: MAX_WINDOWS }, async () => (await open()).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await open()).status).toBe(429);
  leaving.abort();
  await expect.poll(windows).toBe('0');
});
