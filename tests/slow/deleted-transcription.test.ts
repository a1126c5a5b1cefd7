import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { cancelTranscript, deleteTranscript, type Stage } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { committeeTalk } from '#tests/support/committee-talk.ts';
import { familyTime } from '#tests/support/process-time.ts';
import { encoded } from '#tests/support/recordings.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

/** A transcription has ended within this time. */
const END_MS = 2000;
const WATCHED_MS = 3000;

/** What the processes of a server use within some seconds, in seconds of a processor. */
async function usedBy(server: Awaited<ReturnType<typeof startServer>>): Promise<number> {
  await delay(END_MS);
  const before = await familyTime(server.child.pid);
  await delay(WATCHED_MS);
  return (await familyTime(server.child.pid)) - before;
}

/** Ends a transcript in a stage of its transcription; returns the processor time that is used afterwards, in seconds. */
async function endIn(stage: Stage, end: typeof deleteTranscript | typeof cancelTranscript): Promise<number> {
  const server = await startServer(await temporaryFolder());
  const ann = await Client.signUp(server.url);
  const id = await ann.upload(await committeeTalk(64));
  await ann.until(id, (transcript) => transcript.stage === stage);
  await ann.call(end, { params: { id } });
  return usedBy(server);
}

it.each([
  ['deleted', 'recognizing', deleteTranscript],
  ['deleted', 'speakers', deleteTranscript],
  ['cancelled', 'recognizing', cancelTranscript],
] as const)('ends the work on a transcript that is %s while it is %s', async (_how, stage, end) => {
  // Two cores would spend six seconds.
  expect(await endIn(stage, end)).toBeLessThan(1);
});

it('ends the making of a copy for browsers when its transcript is deleted', async () => {
  const server = await startServer(await temporaryFolder());
  const ann = await Client.signUp(server.url);
  const video = await encoded(await committeeTalk(256), 'avi');
  const id = await ann.upload(video, 'talk.avi');
  await ann.until(id, (transcript) => transcript.stage === 'recognizing');
  await ann.call(cancelTranscript, { params: { id } });
  await ann.until(id, (transcript) => transcript.status === 'failed');
  // The copy takes a processor for longer than is watched.
  expect(await usedBy(server)).toBeGreaterThan(1);
  expect(await ann.until(id, () => true)).toMatchObject({ mediaPreparing: true });
  await ann.call(deleteTranscript, { params: { id } });
  expect(await usedBy(server)).toBeLessThan(1);
});
