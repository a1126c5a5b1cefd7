import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { cancelTranscript, deleteTranscript, type Stage } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { committeeTalk } from '#tests/support/committee-talk.ts';
import { familyTime } from '#tests/support/process-time.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

/** A transcription has ended within this time. */
const END_MS = 2000;
const WATCHED_MS = 3000;

/** Ends a transcript in a stage of its transcription; returns the processor time that is used afterwards, in seconds. */
async function endIn(stage: Stage, end: typeof deleteTranscript | typeof cancelTranscript): Promise<number> {
  const server = await startServer(await temporaryFolder());
  const ann = await Client.signUp(server.url);
  const id = await ann.upload(await committeeTalk(64));
  await ann.until(id, (transcript) => transcript.stage === stage);
  await ann.call(end, { params: { id } });
  await delay(END_MS);
  const before = await familyTime(server.child.pid);
  await delay(WATCHED_MS);
  return (await familyTime(server.child.pid)) - before;
}

it.each([
  ['deleted', 'recognizing', deleteTranscript],
  ['deleted', 'speakers', deleteTranscript],
  ['cancelled', 'recognizing', cancelTranscript],
] as const)('ends the work on a transcript that is %s while it is %s', async (_how, stage, end) => {
  // Two cores would spend six seconds.
  expect(await endIn(stage, end)).toBeLessThan(1);
});
