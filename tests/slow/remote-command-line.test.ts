import { appendFile, mkdir, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { revokeToken } from '#contract/tokens.ts';
import { canMount, mountDisk } from '#tests/faults/small-disk.ts';
import { ASSEMBLYAI_KEY, startAssemblyAiDouble } from '#tests/support/assemblyai-double.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { withRemoteClient } from '#tests/support/remote-client.ts';
import { temporaryFolder } from '#tests/support/server.ts';

/** Seven parts. */
const LONG_MS = 1_700_000;
const LONG_PARTS = Math.ceil((44 + LONG_MS * 32) / UPLOAD_PART_BYTES);
/** Parts that are on their way at once, and may have to be sent again. */
const LANES = 3;

it('transcribes a folder while the server is killed as its parts arrive, and stopped as it transcribes', async () => {
  const { gateway, folder, start, restart, list, cache } = await withRemoteClient({ FAKE_SPEECH_MS: '100' });
  await mkdir(join(folder, 'more'));
  await writeFile(join(folder, 'long.wav'), await wavRecording(LONG_MS));
  for (const [index, name] of ['more/a.wav', 'more/b.wav', 'more/c.wav'].entries())
    await writeFile(join(folder, name), await wavRecording(60_000 + 1000 * index));
  let killed: Promise<void> | undefined;
  gateway.onSent = () => {
    if (gateway.sent === 4) killed = restart('SIGKILL');
  };
  const out = await temporaryFolder();
  const command = start([folder, '--format', 'json', '--out', out]);
  await expect.poll(() => killed !== undefined, { timeout: 120_000 }).toBe(true);
  await killed;
  await expect
    .poll(async () => (await list()).some(({ status }) => status === 'processing'), { timeout: 120_000 })
    .toBe(true);
  await restart('SIGTERM');
  const { code, err, out: printed } = await command.ended;
  expect(code, err).toBe(0);
  expect(err).toContain('Trying again.');
  expect(err).toContain('4 of 4 recordings were transcribed.');
  expect(printed).toBe('');
  expect((await readdir(out)).sort()).toEqual(['long.json', 'more']);
  expect((await readdir(join(out, 'more'))).sort()).toEqual(['a.json', 'b.json', 'c.json']);
  const { segments } = JSON.parse(await readFile(join(out, 'long.json'), 'utf8'));
  expect(segments.at(-1).end).toBeGreaterThan((LONG_MS / 1000) * 0.9);
  expect(await list()).toHaveLength(4);
  // The long one, and three whole small ones; what was on its way was sent again.
  expect(gateway.sent).toBeLessThanOrEqual(LONG_PARTS + 3 + LANES + 1);
  expect(await readdir(join(cache, 'tapescript/begun'))).toEqual([]);
});

it('goes on after a kill and after Ctrl-C: sends only what has not arrived, and waits for the same transcript', async () => {
  const { gateway, folder, start, run, list } = await withRemoteClient({ FAKE_SPEECH_MS: '150' });
  const path = join(folder, 'long.wav');
  await writeFile(path, await wavRecording(LONG_MS));
  const killed = start([path]);
  gateway.onSent = () => {
    if (gateway.sent === 3) killed.child.kill('SIGKILL');
  };
  await killed.ended;
  expect(await list()).toEqual([]);
  gateway.onSent = () => undefined;
  const before = gateway.sent;
  const interrupted = start([path]);
  await expect.poll(interrupted.err, { timeout: 60_000 }).toContain('Recognizing');
  expect(gateway.sent).toBeLessThanOrEqual(LONG_PARTS + LANES);
  expect(gateway.sent - before).toBeLessThan(LONG_PARTS);
  interrupted.child.kill('SIGINT');
  expect(await interrupted.ended).toMatchObject({
    code: 130,
    err: expect.stringContaining('the same command goes on from there'),
  });
  const { sent } = gateway;
  const done = await run([path]);
  expect(done.code, done.err).toBe(0);
  expect(done.out.length).toBeGreaterThan(100);
  expect(gateway.sent).toBe(sent);
  expect(await list()).toHaveLength(1);
});

it('goes on by itself when connections break', async () => {
  const { gateway, folder, run, list } = await withRemoteClient();
  const path = join(folder, 'talk.wav');
  await writeFile(path, await wavRecording(5000));
  const seen = new Set<string>();
  // The first request of each kind is lost.
  gateway.onRequest = (method, url) => {
    const kind = `${method} ${url.split('?')[0]}`;
    return url === '/api/health' || seen.has(kind) || !seen.add(kind);
  };
  const { code, err, out } = await run([path]);
  expect(code, err).toBe(0);
  expect(out).toContain('talk');
  expect(err).toMatch(/^http:\S+ cannot be reached \(\S+\)\. Trying again\.$/m);
  expect(await list()).toHaveLength(1);
});

it('sends no mixture of a file that changes, tells which it was, and transcribes the others', async () => {
  const { gateway, folder, run, list, cache } = await withRemoteClient();
  const growing = join(folder, 'growing.wav');
  await writeFile(growing, await wavRecording(LONG_MS));
  // Long ago: a file system may give two writes within milliseconds the same time.
  await utimes(growing, 1000, 1000);
  await writeFile(join(folder, 'quiet.wav'), await wavRecording(5000));
  let changed: Promise<void> | undefined;
  gateway.onRequest = async (method, url) => {
    if (method === 'PUT' && url.includes('/parts/')) {
      changed ??= appendFile(growing, 'more');
      await changed;
    }
    return true;
  };
  const first = await run([folder]);
  expect(first.code).toBe(1);
  expect(first.err).toContain(`${growing}: The file changed while it was being sent.`);
  expect(first.err).toContain('1 of 2 recordings were transcribed.');
  expect((await readdir(folder)).sort()).toEqual(['growing.wav', 'quiet.txt', 'quiet.wav']);
  expect((await list()).map(({ title }) => title)).toEqual(['quiet']);
  const again = await run([folder]);
  expect(again.code, again.err).toBe(0);
  expect(again.err).toContain('1 of 2 have a text already');
  expect(await readdir(join(cache, 'tapescript/begun'))).toEqual([]);
});

it('keeps the transcript for the same command when the disk is full, and transcribes no others meanwhile', async () => {
  const { folder, run, list, gateway } = await withRemoteClient();
  const path = join(folder, 'talk.wav');
  await writeFile(path, await wavRecording(5000));
  const full = await open('/dev/full', 'w');
  for (const ended of [
    await run([path, '--out', '/dev/full']),
    await run([path], { stdout: full.fd }),
    await run([path, '--out', join(path, 'talk.txt')]),
  ]) {
    expect(ended.code, ended.err).toBe(1);
    expect(ended.err).toContain('The transcript is on the server: the same command fetches its text.');
  }
  await full.close();
  expect(await run([path])).toMatchObject({ code: 0, out: expect.stringContaining('talk') });
  expect([gateway.sent, (await list()).length]).toEqual([1, 1]);
});

it('stops when a folder for texts has no room, leaves no half texts there, and makes no second transcripts afterwards', async ({
  skip,
}) => {
  if (!canMount()) return skip();
  const { folder, run, list, gateway } = await withRemoteClient();
  const disk = await mountDisk();
  const names = Array.from({ length: 6 }, (_, index) => `${index}.wav`);
  for (const [index, name] of names.entries())
    await writeFile(join(folder, name), await wavRecording(3000 + 100 * index));
  // Something is on it: a file system in memory of no size has no limit.
  await writeFile(join(disk.path, '.kept'), 'kept');
  await disk.leave(0);
  const args = [folder, '--out', disk.path];
  const full = await run(args);
  expect(full).toMatchObject({ code: 1, out: '', err: expect.stringContaining('(the disk is full)') });
  expect(await readdir(disk.path)).toEqual(['.kept']);
  expect((await list()).length).toBeLessThan(names.length);
  await disk.empty();
  const done = await run(args);
  expect(done.code, done.err).toBe(0);
  expect((await readdir(disk.path)).sort()).toEqual([
    '.kept',
    ...names.map((name) => name.replace('.wav', '.txt')),
  ]);
  expect([gateway.sent, (await list()).length]).toEqual([names.length, names.length]);
});

it('ends at once when its token is revoked, and goes on with another', async () => {
  const { ann, tokenFor, folder, gateway, run, list } = await withRemoteClient();
  const names = ['a.wav', 'b.wav', 'c.wav', 'd.wav'];
  for (const [index, name] of names.entries())
    await writeFile(join(folder, name), await wavRecording(3000 + 100 * index));
  const { id, token } = await tokenFor('read', 'transcribe');
  let revoked: Promise<unknown> | undefined;
  gateway.onSent = () => {
    revoked ??= ann.call(revokeToken, { params: { id } });
  };
  const { code, err } = await run([folder], { env: { TAPESCRIPT_TOKEN: token } });
  expect(code, err).toBe(1);
  expect(err.trimEnd().split('\n').at(-1)).toMatch(/^This access token was revoked\./);
  await revoked;
  const done = await run([folder]);
  expect(done.code, done.err).toBe(0);
  expect(await list()).toHaveLength(names.length);
  // The server keeps no parts of small files: of the two that were on their way, it was not known that they had arrived.
  expect(gateway.sent).toBeLessThanOrEqual(names.length + 2);
});

it('finds the recordings among ten thousand files, and on the next day only the new ones', async () => {
  const { folder, run, list } = await withRemoteClient();
  const sounds = await Promise.all([2000, 3000, 4000].map((ms) => wavRecording(ms)));
  for (let group = 0; group < 100; group += 1) {
    const place = join(folder, String(group % 10), String(group));
    await mkdir(place, { recursive: true });
    const names = Array.from({ length: 100 }, (_, index) => (index % 2 ? `${index}.jpg` : `${index}.mp3`));
    // An empty recording is none.
    await Promise.all(
      names.map((name) => writeFile(join(place, name), name.endsWith('.mp3') ? '' : 'picture')),
    );
    if (group % 5 === 0) await writeFile(join(place, 'talk.wav'), sounds[group % 3] ?? '');
  }
  const first = await run([folder]);
  expect(first.code, first.err).toBe(0);
  expect(first.err).toContain('20 of 20 recordings were transcribed.');
  // Their contents are only three.
  expect(await list()).toHaveLength(3);
  expect(first.err.match(/It has the same content as .*\. One transcript was made for both\./g)).toHaveLength(
    17,
  );
  expect(await readFile(join(folder, '5/95/talk.txt'), 'utf8')).toMatch(/^talk\n/);

  await rm(join(folder, '5/95/talk.txt'));
  const next = await run([folder]);
  expect(next.code, next.err).toBe(0);
  expect(next.err).toContain('19 of 20 have a text already, such as');
  expect(next.err).toContain('1 of 1 recordings were transcribed.');
});

it('tries a failed transcription again without sending its recording again', async () => {
  const service = await startAssemblyAiDouble({ looks: 1 });
  const { gateway, folder, run, list } = await withRemoteClient({
    ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY,
    ASSEMBLYAI_BASE_URL: service.url,
  });
  const path = join(folder, 'long.wav');
  await writeFile(path, await wavRecording(600_000));
  const args = [path, '--engine', 'assemblyai'];
  service.failWith('The audio could not be understood.');
  const failed = await run(args);
  expect(failed, failed.err).toMatchObject({ code: 1, out: '' });
  const [{ errorMessage } = { errorMessage: null }] = await list();
  expect(failed.err).toContain(`long.wav: ${errorMessage}`);
  const { sent } = gateway;
  expect(sent).toBeGreaterThan(0);
  service.failWith(null);
  const done = await run(args);
  expect(done.code, done.err).toBe(0);
  expect(done.out.length).toBeGreaterThan(100);
  expect(done.err).not.toContain('Sending');
  expect(gateway.sent).toBe(sent);
  expect(await list()).toHaveLength(1);
  await service.close();
});
