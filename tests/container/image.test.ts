import { execFileSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { getTranscript } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { buildah, IMAGE, imageConfig, newVolume, startContainer } from '#tests/support/container.ts';
import { startOtherPostgres } from '#tests/support/other-postgres.ts';
import { wavOf } from '#tests/support/recordings.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { speak } from '#tests/support/speak.ts';

const MAX_IMAGE_BYTES = 900_000_000;
const SENTENCES = 'The committee met on Tuesday morning. Nobody had read the long report.';

async function transcribe(url: string) {
  const ann = await Client.signUp(url);
  const id = await ann.upload(await wavOf(await speak(SENTENCES)), 'talk.wav');
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done).toMatchObject({ status: 'completed' });
  expect(done.transcript).toMatch(/committee met on tuesday morning/i);
  return { ann, id };
}

it('is at most 900 MB, runs as an ordinary user and has a health check', () => {
  const name = buildah('from', '--pull-never', IMAGE);
  onTestFinished(() => void buildah('rm', name));
  const [bytes] = execFileSync('du', ['-sx', '--block-size=1', buildah('mount', name)], {
    encoding: 'utf8',
  }).split('\t');
  expect(Number(bytes)).toBeLessThan(MAX_IMAGE_BYTES);
  const { User, Healthcheck } = imageConfig();
  expect(User).toBe('tapes');
  expect(Healthcheck.Test.join(' ')).toContain('/api/health');
});

it('transcribes with the embedded database, stops, and continues with the same volume', async () => {
  const volume = await newVolume();
  const first = await startContainer({ volume });
  const { ann, id } = await transcribe(first.url);
  expect(await first.stop()).toBe(0);
  const second = await startContainer({ volume });
  ann.url = second.url;
  const kept = await ann.call(getTranscript, { params: { id } });
  expect(kept.transcript).toMatch(/committee/i);
  expect(await second.stop()).toBe(0);
});

it('runs with a read-only root and as an unknown user', async () => {
  const volume = await newVolume();
  const container = await startContainer({ volume, lockedDownAs: '4711:4711' });
  await transcribe(container.url);
  expect(await container.stop()).toBe(0);
});

it('runs on an external PostgreSQL', async () => {
  const postgres = await startOtherPostgres(await temporaryFolder());
  onTestFinished(() => postgres.stop());
  const volume = await newVolume();
  const container = await startContainer({ volume, env: { DATABASE_URL: postgres.url() } });
  await transcribe(container.url);
  expect(await container.stop()).toBe(0);
});
