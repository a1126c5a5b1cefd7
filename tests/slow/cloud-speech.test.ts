import { expect, it, onTestFinished } from 'vitest';
import { ASSEMBLYAI_KEY, startAssemblyAiDouble } from '#tests/support/assemblyai-double.ts';
import { Client } from '#tests/support/client.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

it('goes on with a job at AssemblyAI after a clean stop and after a kill, and sends the sound once', async () => {
  const dataDir = await temporaryFolder();
  const double = await startAssemblyAiDouble({ looks: 1 });
  onTestFinished(() => double.close());
  double.hold();
  const env = {
    SPEECH_ENGINE: 'fake',
    ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY,
    ASSEMBLYAI_BASE_URL: double.url,
    LOG_LEVEL: 'trace',
  };
  const first = await startServer(dataDir, env);
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await wavRecording(21_000));
  const outputs: string[] = [];
  let server = first;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    // Each run looks at the job; the ones after the first go on with it.
    await double.asked('look', double.count('look') + 1);
    await server.end(signal);
    outputs.push(server.output());
    server = await startServer(dataDir, env);
    ann.url = server.url;
  }
  double.release();
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done).toMatchObject({ status: 'completed', engine: 'assemblyai' });
  expect([double.count('upload'), double.jobs.length]).toEqual([1, 1]);
  await expect.poll(() => double.jobs).toMatchObject([{ isDeleted: true }]);
  expect([...outputs, server.output()].join('')).not.toContain(ASSEMBLYAI_KEY);
});
