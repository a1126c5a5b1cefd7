import { expect, it, onTestFinished } from 'vitest';
import { listTranscripts } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { hasOtherPostgres, startOtherPostgres } from '#tests/support/other-postgres.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

const DRAIN_SECONDS = 1;
/** A stop takes at most DRAIN_SECONDS and 20 s (docs/operating.md). */
const STOP_MS = (DRAIN_SECONDS + 20) * 1000;
const SECRET = 'the same on every node, and long enough';

it.runIf(hasOtherPostgres).each([
  ['web', 'somebody reads its output'],
  ['web', 'nobody reads its output'],
  ['all', 'nobody reads its output'],
])('a node of ROLE=%s ends when its database goes at the same moment, while %s', async (role, output) => {
  const database = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
  onTestFinished(() => database.stop());
  const env = {
    ROLE: role,
    SPEECH_ENGINE: 'fake',
    SECRET,
    DATABASE_URL: database.url(),
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  for (let round = 0; round < 3; round += 1) {
    const server = await startServer(await temporaryFolder(), env);
    const ann = await Client.signUp(server.url);
    const asked = Promise.allSettled(Array.from({ length: 20 }, () => ann.call(listTranscripts, {})));
    if (output === 'nobody reads its output') {
      server.child.stdout?.destroy();
      server.child.stderr?.destroy();
    }
    const began = performance.now();
    const ended = server.end('SIGTERM');
    await Promise.all([database.stop('SIGINT'), asked]);
    expect([0, 1]).toContain(await ended);
    expect(performance.now() - began).toBeLessThan(STOP_MS * PATIENCE);
    expect(server.output()).not.toContain('Node.js v');
    await database.start();
  }
});

it.runIf(hasOtherPostgres)(
  'a node that is stuck is ended within DRAIN_SECONDS and 20 s, with a line',
  async () => {
    const database = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
    onTestFinished(() => database.stop());
    const stuck = `data:text/javascript,${encodeURIComponent(
      "process.on('SIGTERM', () => setImmediate(() => { for (;;); }))",
    )}`;
    const env = {
      ROLE: 'web',
      SECRET,
      DATABASE_URL: database.url(),
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      NODE_OPTIONS: `--import ${stuck}`,
    };
    const server = await startServer(await temporaryFolder(), env);
    const began = performance.now();
    // By SIGKILL: it can do nothing about it any more.
    expect(await server.end('SIGTERM')).toBeNull();
    expect(performance.now() - began).toBeLessThan(STOP_MS * PATIENCE);
    await expect.poll(server.output).toContain('Ended before everything was closed');
  },
);
