import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive } from '#tests/support/processes.ts';
import { ROOT, temporaryFolder } from '#tests/support/server.ts';

it.each([
  ['a signal to npm', (npm: number) => process.kill(npm, 'SIGTERM')],
  ['Ctrl-C, which reaches the whole group', (npm: number) => process.kill(-npm, 'SIGINT')],
  ['a signal to the whole group', (npm: number) => process.kill(-npm, 'SIGTERM')],
])('stops npm start with all that it started by %s', async (_, stop) => {
  const dataDir = await temporaryFolder();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    SPEECH_ENGINE: 'fake',
    TAPESCRIPT_TEST_RESULT: '',
  };
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let output = '';
  for await (const text of npm.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes('Tapescript is ready')) break;
  }
  expect(output).toMatch(/Tapescript is ready: http:\/\/127\.0\.0\.1:\d+/);
  const postmaster = Number((await readFile(join(dataDir, 'db/postmaster.pid'), 'utf8')).split('\n')[0]);
  stop(npm.pid ?? 0);
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
  await expect.poll(() => isAlive(postmaster)).toBe(false);
});
