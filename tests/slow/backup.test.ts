import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { getApiKeys, saveApiKeys } from '#contract/api-keys.ts';
import { getCurrentUser } from '#contract/auth.ts';
import { askTranscript, getConversation } from '#contract/chat.ts';
import { editTranscript, listHistory, undoEdit } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { getMediaToken } from '#contract/media.ts';
import { searchTranscripts } from '#contract/search.ts';
import { createShare, getShare, getSharedTranscript } from '#contract/shares.ts';
import { getSummary, makeSummary } from '#contract/summary.ts';
import { getTranscript, getWaveform, getWords, listTranscripts } from '#contract/transcripts.ts';
import { verifyArchive } from '#server/backup/archive.ts';
import { Client } from '#tests/support/client.ts';
import { hasOtherPostgres, startOtherPostgres } from '#tests/support/other-postgres.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { ROOT, runServer, startServer, temporaryFolder } from '#tests/support/server.ts';

const KILLED_AT_OUTPUT = fileURLToPath(new URL('../support/killed-at-output.mjs', import.meta.url));

interface Place {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

/** One of the commands, as npm runs it; it is killed as soon as it says `killAt`. */
async function command(name: string, args: string[], place: Place, killAt?: RegExp) {
  const kill = killAt ? { KILL_AT: killAt.source, NODE_OPTIONS: `--import=${KILLED_AT_OUTPUT}` } : {};
  const child = spawn(process.execPath, [`src/server/cli/${name}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...place, ...kill },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** A running installation with people, edits, a chat, a summary, a link, and a transcription that is under way. */
async function furnished(dataDir: string) {
  const server = await startServer(dataDir, {
    SPEECH_ENGINE: 'fake',
    FAKE_SPEECH_MS: '1500',
    // Nobody is there to try the key out.
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  });
  const ann = await Client.signUp(server.url);
  const sound = await wavRecording(13_000);
  const id = await ann.upload(sound, 'Größe 😀.wav');
  const { timestampedTranscript } = await ann.until(id, ({ status }) => status === 'completed');
  const params = { id };
  const [first, second] = timestampedTranscript;
  for (const segment of [first, second]) {
    if (!segment) throw new Error('There are too few segments.');
    const { id: segmentId, revision } = segment;
    const text = 'A line\twith a \\N backslash, a "quote", and 漢字.';
    await ann.call(editTranscript, {
      params,
      body: { kind: 'text', segment: { id: segmentId, revision }, text },
    });
  }
  await ann.call(undoEdit, { params });
  await ann.call(askTranscript, { params, body: { question: 'What about the budget?' } });
  await ann.call(makeSummary, { params });
  await ann.call(createShare, { params, body: {} });
  await ann.call(saveApiKeys, { body: { anthropicApiKey: 'sk-ant-of-the-old-installation' } });
  const running = await ann.upload(await wavRecording(120_000));
  await ann.until(running, ({ timestampedTranscript: text }) => text.length > 0);
  return { server, ann, id, running };
}

/** All that people see of a finished transcript, its recording included. */
async function picture(ann: Client, id: TranscriptId) {
  const params = { id };
  const shareId = (await ann.call(getShare, { params }))?.shareUrl.split('/').at(-1) ?? '';
  const { token } = await ann.call(getMediaToken, { params });
  const media = await fetch(`${ann.url}/media/${id}/a.wav?token=${token}`);
  return {
    user: await ann.call(getCurrentUser, {}),
    list: (await ann.call(listTranscripts, {})) as unknown,
    // The address of the recording carries the time until which it is good.
    transcript: { ...(await ann.call(getTranscript, { params })), mediaUrl: null },
    words: await ann.call(getWords, { params }),
    waveform: await ann.call(getWaveform, { params }),
    history: await ann.call(listHistory, { params }),
    conversation: await ann.call(getConversation, { params }),
    summary: await ann.call(getSummary, { params }),
    keys: await ann.call(getApiKeys, {}),
    shared: { ...(await ann.call(getSharedTranscript, { params: { shareId } })), mediaUrl: null },
    search: await ann.call(searchTranscripts, { query: { q: 'backslash' } }),
    media: { status: media.status, bytes: Buffer.from(await media.arrayBuffer()).toString('hex') },
  };
}

/** Starts what was restored, and finds everything as it was; what was under way goes on and ends. */
async function expectSame(place: Place, before: Before) {
  const server = await startServer(place.DATA_DIR, { ...place, SPEECH_ENGINE: 'fake' });
  const ann = new Client(server.url);
  ann.cookie = before.cookie;
  const played = await fetch(`${server.url}${before.media}`);
  expect(played.status, 'a link that the old installation signed').toBe(200);
  const ended = await ann.until(before.running, ({ status }) => status !== 'processing');
  expect(ended).toMatchObject({ status: 'completed', duration: 120 });
  const { list, ...now } = await picture(ann, before.id);
  const { list: old, ...then } = before.picture;
  expect(now).toEqual(then);
  expect(now.keys, 'opened by the secret that was in the backup').toMatchObject({
    hasAnthropic: true,
    lost: [],
  });
  expect(list).toHaveLength((old as unknown[]).length);
  // Numbers go on after those that were given out.
  expect(await ann.upload(await wavRecording(2000))).toBe(before.running + 1);
  expect(await server.end('SIGTERM')).toBe(0);
}

interface Before {
  cookie: string;
  id: TranscriptId;
  running: TranscriptId;
  picture: Awaited<ReturnType<typeof picture>>;
  media: string;
}

it(
  'brings a whole installation back from a backup made while it ran, here and on another PostgreSQL',
  async () => {
    const [old, fresh, elsewhere] = [
      await temporaryFolder(),
      await temporaryFolder(),
      await temporaryFolder(),
    ];
    const file = join(await temporaryFolder(), 'tapes.tar');
    const { server, ann, id, running } = await furnished(old);
    const { token } = await ann.call(getMediaToken, { params: { id } });
    const media = `/media/${id}/a.wav?token=${token}`;
    const before: Before = { cookie: ann.cookie, id, running, media, picture: await picture(ann, id) };

    const made = await command('backup', [file, '--with-secret'], { DATA_DIR: old });
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('The secret is in it') });
    expect((await command('backup', [file], { DATA_DIR: old })).code).toBe(2);

    // Not over a running installation, and not over a stopped one unless told.
    expect(await command('restore', [file], { DATA_DIR: old })).toMatchObject({
      code: 1,
      output: expect.stringContaining('already running'),
    });
    await server.end('SIGKILL');
    expect(await command('restore', [file], { DATA_DIR: old })).toMatchObject({
      code: 1,
      output: expect.stringContaining('add --replace'),
    });

    // Damaged anywhere, or cut off: it is refused before anything is touched.
    const bad = `${file}.bad`;
    const bytes = await readFile(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = 255 - (bytes[at] ?? 0);
    await writeFile(bad, bytes);
    await expect(verifyArchive(bad, () => undefined)).rejects.toThrow(/damaged: media/);
    await copyFile(file, bad);
    await truncate(bad, Math.floor(bytes.length * 0.9));
    await expect(verifyArchive(bad, () => undefined)).rejects.toThrow(/cut off/);

    // Killed in the middle: what is there does not start, and the same command ends right.
    const killed = await command('restore', [file], { DATA_DIR: fresh }, /Restoring [3-9]\d%/);
    expect(killed.code).toBeNull();
    const half = runServer(fresh, { SPEECH_ENGINE: 'fake' });
    await half.exit;
    expect(half.output()).toContain('did not end, so that parts may be missing');
    expect(await command('restore', [file], { DATA_DIR: fresh })).toMatchObject({ code: 0 });
    await expectSame({ DATA_DIR: fresh }, before);

    if (!hasOtherPostgres) return;
    const postgres = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
    onTestFinished(() => postgres.stop());
    const there = { DATA_DIR: elsewhere, DATABASE_URL: postgres.url() };
    expect(await command('restore', [file], there)).toMatchObject({ code: 0 });
    await expectSame(there, before);
  },
  5 * 60_000,
);

it.runIf(hasOtherPostgres)(
  'moves an embedded installation to another PostgreSQL and another folder, also after a kill',
  async () => {
    const [old, next] = [await temporaryFolder(), await temporaryFolder()];
    const { server, ann, id, running } = await furnished(old);
    const { token } = await ann.call(getMediaToken, { params: { id } });
    const media = `/media/${id}/a.wav?token=${token}`;
    const before: Before = { cookie: ann.cookie, id, running, media, picture: await picture(ann, id) };
    const postgres = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
    onTestFinished(() => postgres.stop());
    const args = ['--to', postgres.url(), '--data-dir', next];
    expect((await command('move', args, { DATA_DIR: old })).output).toContain('already running');
    await server.end('SIGKILL');
    const killed = await command('move', args, { DATA_DIR: old }, /Recordings/);
    expect(killed.code).toBeNull();
    const half = runServer(next, { SPEECH_ENGINE: 'fake', DATABASE_URL: postgres.url() });
    await half.exit;
    expect(half.output()).toContain('did not end, so that parts may be missing');
    expect(await command('move', args, { DATA_DIR: old })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Moved and compared: [\d,]+ rows, 2 files/),
    });
    expect((await command('move', args, { DATA_DIR: old })).output).toContain('add --replace');
    await rename(join(next, 'secret'), join(next, 'made-by-the-refused-start')).catch(() => undefined);
    await copyFile(join(old, 'secret'), join(next, 'secret'));
    await expectSame({ DATA_DIR: next, DATABASE_URL: postgres.url() }, before);
  },
);
