import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { listTranscripts } from '#contract/transcripts.ts';
import { authorizeUpload, listUploadParts, processUpload } from '#contract/uploads.ts';
import { Client } from '#tests/support/client.ts';
import { startOtherPostgres } from '#tests/support/other-postgres.ts';
import { seededRandom } from '#tests/support/random.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer, startServer, temporaryFolder } from '#tests/support/server.ts';
import { type Installation, startInstallation } from './installation.ts';
import { expectNothingLost } from './nothing-lost.ts';
import { countsOf } from './report.ts';
import { canMount, mountDisk } from './small-disk.ts';
import { toneFile } from './sounds.ts';
import { startWorkload, verify } from './workload.ts';

const isPossible = canMount();

it.runIf(isPossible)(
  'loses nothing when the disk of recordings fills up repeatedly, and continues once there is room',
  async () => {
    const disk = await mountDisk();
    const installation = await startInstallation({ dataDir: disk.path });
    const workload = await startWorkload(installation, { seed: 11 });
    const random = seededRandom(11);
    workload.begin();
    for (let times = 0; times < 12; times += 1) {
      await delay(1000 + random.below(2000));
      await disk.leave(random.below(600));
      await delay(1000 + random.below(4000));
      await disk.empty();
    }
    const answers = await expectNothingLost(installation, workload);
    expect(answers.get('507 storage_full')).toBeGreaterThan(0);
    expect(installation.workers.map((node) => node.output()).join('')).toContain('transcription postponed');
  },
);

it.runIf(isPossible)(
  'rejects small files, large files and parts if there is no room, and keeps nothing of them',
  async () => {
    const disk = await mountDisk();
    const server = await startServer(disk.path, {
      SPEECH_ENGINE: 'fake',
      DATABASE_URL: (await database()).url(),
    });
    const ann = await Client.signUp(server.url);
    const id = await ann.upload(await wavRecording(5000));
    await ann.until(id, ({ status }) => status === 'completed');
    const before = await storedFiles(disk.path);
    const files = {
      small: toneFile({ tone: 300, seconds: 4 }),
      large: toneFile({ tone: 310, seconds: 90, sampleRate: 96_000 }),
    };
    for (const kilobytes of [0, 4, 60, 1000]) {
      await disk.leave(kilobytes);
      for (const file of Object.values(files)) {
        if (file.length < kilobytes * 1024) continue;
        const body = { filename: 'talk.wav', filesize: file.length, contentType: 'audio/wav' };
        const { uploadUrl, uploadId } = await ann.call(authorizeUpload, { body });
        const { parts } = await ann.call(listUploadParts, { params: { id: uploadId } });
        const sent = [
          { url: uploadUrl, bytes: file },
          ...parts
            .slice(0, 1)
            .flatMap(({ url, sizeBytes }) => (url ? { url, bytes: file.subarray(0, sizeBytes) } : [])),
        ];
        for (const { url, bytes } of sent) {
          const answer = await fetch(url, {
            method: 'PUT',
            body: new Uint8Array(bytes),
            signal: AbortSignal.timeout(60_000),
          });
          expect([answer.status, (await answer.json()).code]).toEqual([507, 'storage_full']);
        }
        await expect(ann.call(processUpload, { body: { uploadId } })).rejects.toThrow(
          /^409.*upload_incomplete/,
        );
      }
      expect(await storedFiles(disk.path)).toEqual(before);
    }
    // Existing data can be read, and the next recording is accepted once there is room.
    expect((await ann.until(id, () => true)).status).toBe('completed');
    await disk.empty();
    const next = await ann.upload(files.large);
    expect(await ann.until(next, ({ status }) => status !== 'processing')).toMatchObject({
      status: 'completed',
    });
  },
);

it.runIf(isPossible)(
  'loses nothing when the embedded database repeatedly stops because the disk is full, and says why',
  async () => {
    const disk = await mountDisk();
    const installation = await startInstallation({ kind: 'one process', dataDir: disk.path });
    const [node] = installation.nodes;
    if (!node) throw new Error('There is no process.');
    const workload = await startWorkload(installation, { seed: 31 });
    const random = seededRandom(31);
    workload.begin();
    const TIMES = 4;
    for (let times = 1; times <= TIMES; times += 1) {
      await delay(1500 + random.below(1500));
      await disk.leave(random.below(400));
      // The WAL has preallocated space, which is used up first.
      await expect
        .poll(() => Promise.all([useJournal(installation), node.ownEnds.length]), { timeout: 60_000 })
        .toEqual([false, times]);
      expect(node.ownEnds.at(-1)).toContain('There is no room left on a disk');
      await disk.empty();
      await installation.startAll();
    }
    await workload.stop();
    const { losses, ends } = await verify(installation, workload);
    process.stdout.write(`${JSON.stringify({ ...countsOf(workload.ledger), ends })}\n`);
    expect(losses).toEqual([]);
    expect(ends.completed).toBeGreaterThan(0);
  },
);

it.runIf(isPossible)(
  'says in one line that there is no room to start, and starts once there is',
  async () => {
    const disk = await mountDisk();
    const settings = { SPEECH_ENGINE: 'fake', DATA_DIR: `${disk.path}/data` };
    await disk.leave(20_000);
    const said = await runServer(settings.DATA_DIR, settings).ready.catch(String);
    expect(said).toMatch(
      /ended with 1: (Creating the database \(once\)\n)?There is no room left on a disk: .*\n$/,
    );
    await disk.empty();
    const first = await startServer(settings.DATA_DIR, settings);
    const ann = await Client.signUp(first.url);
    await first.end('SIGTERM');
    await disk.leave(0);
    expect(await runServer(settings.DATA_DIR, settings).ready.catch(String)).toMatch(
      /ended with 1: There is no room left on a disk: .*\n$/,
    );
    await disk.empty();
    const again = await startServer(settings.DATA_DIR, { ...settings, PORT: new URL(first.url).port });
    expect(again.url).toBe(first.url);
    expect(await ann.call(listTranscripts, { query: {} })).toEqual([]);
  },
);

/** Writes to the database's WAL; returns whether there was still room. */
async function useJournal({ query }: Installation): Promise<boolean> {
  try {
    await query("select pg_logical_emit_message(false, 'test', repeat('x', 1000)); select pg_switch_wal()");
    return true;
  } catch {
    return false;
  }
}

async function database() {
  const server = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
  onTestFinished(() => server.stop());
  return server;
}

/** The complete files in the store, without parts of uploads. */
async function storedFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'media'), { recursive: true });
  return names.filter((name) => !/^\.incoming\/parts-/.test(name)).sort();
}
