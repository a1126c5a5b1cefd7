import { accessSync, constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { Client } from '#tests/support/client.ts';
import { createMemoryGroup } from '#tests/support/memory-group.ts';
import { runServer, temporaryFolder } from '#tests/support/server.ts';
import { joinSounds, silence, speak, writeWav } from '#tests/support/speak.ts';

/** The real application and its own engine within so much memory; a control group is made by root only. */
async function within(mb: number) {
  const folder = await temporaryFolder();
  const group = await createMemoryGroup(mb);
  const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'local' }, group.wrapper);
  onTestFinished(async () => {
    await server.end('SIGTERM');
    await group.remove();
  });
  const path = join(folder, 'talk.wav');
  const sentence = await speak('The museum is open from Monday to Saturday.', { voice: 'rms' });
  await writeWav(path, joinSounds(...Array.from({ length: 12 }, () => [sentence, silence(1500)]).flat()));
  const client = await Client.signUp(await server.ready);
  return { client, group, id: await client.upload(await readFile(path)) };
}

const isPossible = process.getuid?.() === 0 && canWrite('/sys/fs/cgroup');

it.runIf(isPossible)('transcribes within 800 MB, and nothing is killed', async () => {
  const { client, group, id } = await within(800);
  const { status, transcript } = await client.until(id, (each) => each.status !== 'processing');
  expect(status).toBe('completed');
  expect(transcript.match(/museum/gi)).toHaveLength(12);
  expect(await client.call(getHealth, {})).toMatchObject({ speech: 'ok' });
  expect(await group.kills()).toBe(0);
});

it.runIf(isPossible)(
  'begins no recognition within 450 MB: the recording waits, and health says why',
  async () => {
    const { client, group, id } = await within(450);
    await client.until(id, ({ stage, status }) => stage === 'waiting' || status !== 'processing');
    expect(await client.call(getHealth, {})).toMatchObject({ status: 'ok', speech: 'no-memory' });
    expect(await client.until(id, () => true)).toMatchObject({ status: 'processing', errorCode: null });
    expect(await group.kills()).toBe(0);
  },
);

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
