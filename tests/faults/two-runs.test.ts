import { expect, it, onTestFinished } from 'vitest';
import { editTranscript } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { getTranscript, type Transcript } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { openTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { type Installation, startInstallation } from './installation.ts';
import { findDamage } from './integrity.ts';
import { ownFaults } from './own-faults.ts';
import { untilQuiet } from './quiet.ts';
import { expectedSegments, toneFile } from './sounds.ts';

const SECONDS = 300;
const TAKEN_OVER_MS = 60_000;
const EDITED = 'Somebody has written this.';

it.each([
  ['froze', 'while the other works'],
  ['froze', 'after the other has finished'],
  ['was disconnected from the database', 'while the other works'],
  ['was disconnected from the database', 'after the other has finished'],
] as const)('produces one text when a worker %s and comes back %s', async (what, when) => {
  let proxy: TcpProxy | undefined;
  const installation = await startInstallation({
    webs: 1,
    chunkMs: 400,
    proxyDatabase: async (url, name) => {
      if (name !== 'worker 1') return url;
      const address = new URL(url);
      proxy = await openTcpProxy(Number(address.port));
      address.port = String(proxy.port);
      return address.href;
    },
  });
  const [web, first, second] = installation.nodes;
  if (!web || !first || !second || !proxy) throw new Error('There are too few nodes.');
  onTestFinished(() => proxy?.close());
  const ann = await Client.signUp(web.url);
  await second.stop();
  const files = [440, 450].map((tone) => toneFile({ tone, seconds: SECONDS }));
  const ids = (await Promise.all(files.map((file) => ann.upload(file)))).sort((a, b) => a - b);
  for (const id of ids) await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 3);

  if (what === 'froze') first.signal('SIGSTOP');
  else proxy.block();
  await second.start();
  await expect
    .poll(() => runsAtWork(installation), { timeout: TAKEN_OVER_MS })
    .toEqual(ids.map(() => ({ state: 'active', runs: expect.toSatisfy(isTakenOver) })));
  const comesBack = () => {
    if (what === 'froze') first.signal('SIGCONT');
    else proxy?.open();
  };
  if (when === 'while the other works') comesBack();
  for (const id of ids) await ann.until(id, ({ status }) => status !== 'processing');
  for (const id of ids) await edit(ann, id);
  if (when === 'after the other has finished') comesBack();
  // A stopped worker exits once its runs have ended.
  expect(await first.stop()).toBe(0);

  expect(await untilQuiet(installation)).toEqual([]);
  const [, ...others] = await expectedSegments(SECONDS, true);
  for (const id of ids) {
    const { status, timestampedTranscript, editCount } = await ann.call(getTranscript, { params: { id } });
    expect({ status, editCount }).toEqual({ status: 'completed', editCount: 1 });
    expect(timestampedTranscript[0]?.text).toBe(EDITED);
    expect(timestampedTranscript.slice(1).map(({ speaker, text }) => [speaker, text])).toEqual(others);
  }
  const followUps = await installation.query(
    "select data->>'transcriptId' as id, count(*)::int as jobs from pgboss.job where name = 'rendition' group by 1 order by 1::int",
  );
  expect(followUps).toEqual(ids.map((id) => ({ id: String(id), jobs: 1 })));
  expect(await findDamage(installation)).toEqual([]);
  expect(ownFaults(installation)).toEqual([]);
});

/** Whether there were two runs, or three if the machine stalled until the second was considered lost, too. */
const isTakenOver = (runs: number) => runs === 2 || runs === 3;

function runsAtWork({ query }: Installation) {
  return query(
    "select state::text, retry_count + 1 as runs from pgboss.job where name = 'transcribe' order by created_on",
  );
}

async function edit(ann: Client, id: TranscriptId): Promise<void> {
  const transcript: Transcript = await ann.call(getTranscript, { params: { id } });
  const [segment] = transcript.timestampedTranscript;
  if (!segment) throw new Error(`Transcript ${id} is ${transcript.status} and has no text.`);
  await ann.call(editTranscript, {
    params: { id },
    body: { kind: 'text', segment: { id: segment.id, revision: segment.revision }, text: EDITED },
  });
}
