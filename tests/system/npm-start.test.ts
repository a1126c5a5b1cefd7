import { expect, it } from 'vitest';
import { postmasterOf } from '#tests/support/embedded-database.ts';
import { npmStart } from '#tests/support/npm-start.ts';
import { isAlive } from '#tests/support/processes.ts';
import { temporaryFolder } from '#tests/support/server.ts';

it('stops npm start with all that it started by a signal to npm', async () => {
  const dataDir = await temporaryFolder();
  const started = npmStart({ DATA_DIR: dataDir });
  await expect.poll(() => started.urls().length).toBe(1);
  expect(started.output()).toMatch(/Tapescript is ready: http:\/\/127\.0\.0\.1:\d+/);
  const postmaster = await postmasterOf(dataDir);
  started.npm.kill('SIGTERM');
  await started.exit;
  await expect.poll(() => isAlive(postmaster)).toBe(false);
});
