import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { cancelTranscript, deleteTranscript, type Stage } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { committeeTalk } from '#tests/support/committee-talk.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

/** A transcription has ended within this time. */
const END_MS = 2000;
const WATCHED_MS = 3000;
const TICKS_A_SECOND = 100;

/** The processor time of a process and its descendants, in clock ticks (a hundredth of a second). */
async function ticksOf(root: number): Promise<number> {
  const parents = new Map<number, { parent: number; ticks: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Including its children that have ended.
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
    parents.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  const isWithin = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isWithin(parents.get(pid)?.parent ?? 0));
  return [...parents].reduce((sum, [pid, { ticks }]) => sum + (isWithin(pid) ? ticks : 0), 0);
}

/** Ends a transcript in a stage of its transcription; returns the processor time that is used afterwards, in seconds. */
async function endIn(stage: Stage, end: typeof deleteTranscript | typeof cancelTranscript): Promise<number> {
  const server = await startServer(await temporaryFolder());
  const ann = await Client.signUp(server.url);
  const id = await ann.upload(await committeeTalk(64));
  await ann.until(id, (transcript) => transcript.stage === stage);
  await ann.call(end, { params: { id } });
  await delay(END_MS);
  const before = await ticksOf(server.child.pid ?? 0);
  await delay(WATCHED_MS);
  return ((await ticksOf(server.child.pid ?? 0)) - before) / TICKS_A_SECOND;
}

it.each([
  ['deleted', 'recognizing', deleteTranscript],
  ['deleted', 'speakers', deleteTranscript],
  ['cancelled', 'recognizing', cancelTranscript],
] as const)('ends the work on a transcript that is %s while it is %s', async (_how, stage, end) => {
  // Two cores would spend six seconds.
  expect(await endIn(stage, end)).toBeLessThan(1);
});
