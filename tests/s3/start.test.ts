import { expect, it } from 'vitest';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

it('starts without its media store, and logs one line about it without the secret', async () => {
  const server = await startServer(await temporaryFolder(), {
    SPEECH_ENGINE: 'fake',
    S3_BUCKET: 'tapes',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'the-key',
    S3_SECRET_ACCESS_KEY: 'the-secret',
  });
  await expect.poll(server.output).toContain('Recordings cannot be kept');
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('Recordings cannot be kept'));
  expect(lines).toEqual([
    'Recordings cannot be kept: the bucket "tapes" at http://127.0.0.1:9 cannot be written: ECONNREFUSED',
  ]);
  expect(server.output()).not.toMatch(/the-key|the-secret/);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
});
