import { expect, it, onTestFinished } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { LIVE_TEXT_PATH, LiveText } from '#contract/live-text.ts';
import { LIVE_LIMITS } from '#server/features/live-text/serve-microphone.ts';
import { Client } from '#tests/support/client.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

const PLACES = 2;
/** A quarter of a second of sound. */
const QUARTER = new Int16Array(4000).fill(8000);

it('gives the places of silent windows to people who speak, and answers others meanwhile', async () => {
  const server = await startServer(await temporaryFolder(), {
    SPEECH_ENGINE: 'fake',
    SPEECH_THREADS: String(PLACES),
  });
  const open = (client: Client) => {
    // Node's own client takes headers; the type is the browser's, which does not.
    const options = { headers: { cookie: client.cookie } } as never;
    const socket = new WebSocket(server.url.replace('http', 'ws') + LIVE_TEXT_PATH, options);
    const heard: LiveText[] = [];
    socket.addEventListener('message', ({ data }) => heard.push(LiveText.parse(JSON.parse(String(data)))));
    const opened = new Promise((resolve) => socket.addEventListener('open', resolve));
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener('close', ({ code }) => resolve(code)),
    );
    onTestFinished(() => socket.close());
    return { socket, heard, opened, closed };
  };
  const silent = await Promise.all(
    Array.from({ length: PLACES }, async () => open(await Client.signUp(server.url))),
  );
  await Promise.all(silent.map(({ opened }) => opened));
  const alice = await Client.signUp(server.url);
  const refused = open(alice);
  expect(await refused.closed).toBe(1008);
  expect(refused.heard).toMatchObject([{ type: 'unavailable', again: 'later' }]);

  await expect
    .poll(
      async () => {
        await alice.call(getHealth, {});
        const { socket, heard, opened, closed } = open(alice);
        await opened;
        for (let part = 0; part < 20; part += 1) socket.send(QUARTER);
        socket.send('end');
        await closed;
        return heard.filter((text) => text.type === 'text' && text.isFinal).length;
      },
      // As the browser asks again.
      { timeout: LIVE_LIMITS.idleMs * PATIENCE, interval: 2000 },
    )
    .toBeGreaterThan(0);
  expect(await Promise.all(silent.map(({ closed }) => closed))).toEqual([1008, 1008]);
});
