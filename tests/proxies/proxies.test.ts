import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, buildConnector, fetch as fetchBy, WebSocket } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EVENTS_PATH } from '#contract/events.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { LIVE_TEXT_PATH, LiveText } from '#contract/live-text.ts';
import { getMediaToken } from '#contract/media.ts';
import { createShare, getSharedTranscript } from '#contract/shares.ts';
import { getTranscript, listTranscripts, updateTranscript } from '#contract/transcripts.ts';
import { authorizeUpload } from '#contract/uploads.ts';
import { Client } from '#tests/support/client.ts';
import { startOtherPostgres } from '#tests/support/other-postgres.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { lastingPort } from '#tests/support/ports.ts';
import { SITE, type StartProxy, startCaddy, startNginx } from '#tests/support/proxy-programs.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer, startServer, temporaryFolder } from '#tests/support/server.ts';

const ORIGIN = `https://${SITE}`;
const SECRET = 'the same on every node, and long enough';
const MEBIBYTE = 1024 * 1024;
/** More requests than a visitor of a link may make per minute and address, on two nodes. */
const MAX_VISITS = 3000;
/** More than enough attempts for a proxy to notice that a node is gone. */
const MAX_TRIES = 40;
const TRY_PAUSE_MS = 100;
/** Promised between a change and the event that tells of it. */
const EVENT_MS = 1000;

/** Starts two web nodes and a worker on one database behind a proxy, and a client that trusts the proxy's certificate. */
async function installation(startProxy: StartProxy) {
  const dataDir = await temporaryFolder();
  const postgres = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
  onTestFinished(() => postgres.stop());
  const env = {
    DATABASE_URL: postgres.url(),
    SECRET,
    SPEECH_ENGINE: 'fake',
    PUBLIC_URL: ORIGIN,
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const ports = [await lastingPort(), await lastingPort()];
  const startNode = (port: number | undefined) =>
    startServer(dataDir, { ...env, ROLE: 'web', PORT: String(port) });
  // One after the other, because the first creates the tables.
  const one = await startNode(ports[0]);
  const two = await startNode(ports[1]);
  const worker = runServer(dataDir, { ...env, ROLE: 'worker' });
  onTestFinished(async () => {
    await worker.end('SIGTERM');
  });
  await worker.ready;
  const { port, certificate } = await startProxy(ports.map((port) => `127.0.0.1:${port}`));
  /** The request options of a client at this address. */
  const from = (localAddress: string) => {
    const connector = buildConnector({ ca: certificate, allowH2: false });
    const dispatcher = new Agent({
      connect: (options, callback) =>
        connector(
          { ...options, hostname: '127.0.0.1', port: String(port), servername: SITE, localAddress },
          callback,
        ),
      bodyTimeout: 0,
    });
    onTestFinished(() => dispatcher.destroy());
    return dispatcher;
  };
  const dispatcher = from('127.0.0.1');
  const ask = (path: string, init: Parameters<typeof fetchBy>[1] = {}) =>
    fetchBy(new URL(path, ORIGIN), { dispatcher, ...init });
  vi.stubGlobal('fetch', ask);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return {
    dataDir,
    nodes: [one, two] as const,
    startAgain: () => startNode(ports[0]),
    from,
    dispatcher,
    ask,
  };
}

describe.each([
  { name: 'nginx', startProxy: startNginx, losesBodies: false },
  // Up to 2.11.1, Caddy closes the body before it tries another node (caddyserver/caddy#7546): such a write gets 502 and is not applied.
  { name: 'Caddy', startProxy: startCaddy, losesBodies: true },
])('behind $name, with the documented file', ({ startProxy, losesBodies }) => {
  it('people sign in over HTTPS, see events at once, speak, and play a part of a recording', async () => {
    const { dispatcher, ask } = await installation(startProxy);
    const signedUp = await ask('/api/auth/sign-up', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify({ email: 'bea@example.test', password: 'a walk in the rain', firstName: 'Bea' }),
    });
    expect(signedUp.headers.getSetCookie()[0]).toMatch(/; Secure/);
    const ann = await Client.signUp(ORIGIN);
    const id = await ann.upload(await wavRecording(11_000));
    const done = await ann.until(id, ({ status }) => status === 'completed');

    const window = await ask(EVENTS_PATH, { headers: { cookie: ann.cookie } });
    const reader = window.body?.getReader();
    const decoder = new TextDecoder();
    await ann.call(updateTranscript, { params: { id }, body: { title: 'Told at once' } });
    const sent = performance.now();
    for (let text = ''; !text.includes('event: transcript.changed'); ) {
      const piece = await reader?.read();
      if (!piece || piece.done) throw new Error(`The window closed after ${text}`);
      text += decoder.decode(piece.value, { stream: true });
    }
    expect(performance.now() - sent).toBeLessThan(EVENT_MS * PATIENCE);
    await reader?.cancel();

    const socket = new WebSocket(ORIGIN.replace('https', 'wss') + LIVE_TEXT_PATH, {
      dispatcher,
      headers: { cookie: ann.cookie, origin: ORIGIN },
    });
    const heard: LiveText[] = [];
    socket.addEventListener('message', ({ data }) => heard.push(LiveText.parse(JSON.parse(String(data)))));
    const closed = new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    for (let part = 0; part < 20; part += 1) socket.send(new Int16Array(4000).fill(8000));
    socket.send('end');
    expect(await closed).toBe(1000);
    expect(heard.filter((text) => text.type === 'text' && text.isFinal).length).toBeGreaterThan(0);

    const { token } = await ann.call(getMediaToken, { params: { id } });
    const part = await ask(`${done.mediaUrl}?token=${token}`, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect((await part.arrayBuffer()).byteLength).toBe(100);
    expect((await ask('/metrics')).status).toBe(404);
  });

  it('an upload of 500 MB is passed on as it arrives', async () => {
    const { dataDir, ask } = await installation(startProxy);
    const ann = await Client.signUp(ORIGIN);
    const body = { filename: 'long.wav', filesize: MAX_UPLOAD_BYTES, contentType: 'audio/wav' };
    const { uploadUrl } = await ann.call(authorizeUpload, { body });
    expect(uploadUrl.startsWith(ORIGIN)).toBe(true);
    let arrivedMeanwhile = 0;
    async function* pieces() {
      const piece = new Uint8Array(MEBIBYTE);
      for (let sent = 0; sent < MAX_UPLOAD_BYTES; sent += piece.length) {
        // In the middle, the client pauses until the data sent so far is in the store: a proxy that buffers it would do so forever.
        if (sent === 200 * MEBIBYTE) {
          await expect.poll(() => incoming(dataDir)).toBeGreaterThan(150 * MEBIBYTE);
          arrivedMeanwhile = await incoming(dataDir);
        }
        yield piece.subarray(0, Math.min(piece.length, MAX_UPLOAD_BYTES - sent));
      }
    }
    const headers = { 'content-length': String(MAX_UPLOAD_BYTES) };
    const answer = await ask(uploadUrl, { method: 'PUT', body: pieces(), headers, duplex: 'half' });
    expect(answer.status).toBe(204);
    expect(arrivedMeanwhile).toBeGreaterThan(150 * MEBIBYTE);
  });

  it('counts visitors by their real address, whatever address they claim', async () => {
    const { from, ask } = await installation(startProxy);
    const ann = await Client.signUp(ORIGIN);
    const id = await ann.upload(await wavRecording(11_000));
    await ann.until(id, ({ status }) => status === 'completed');
    const { shareUrl } = await ann.call(createShare, { params: { id }, body: {} });
    const path = getSharedTranscript.path.replace(':shareId', shareUrl.split('/').at(-1) ?? '');
    const busy = from('127.0.0.2');
    let visits = 0;
    const visit = async () => {
      visits += 1;
      const headers = { 'x-forwarded-for': `203.0.113.${visits % 250}` };
      const answer = await ask(path, { dispatcher: busy, headers });
      await answer.body?.cancel();
      return answer.status;
    };
    while (visits < MAX_VISITS) {
      const statuses = await Promise.all(Array.from({ length: 20 }, visit));
      if (statuses.every((status) => status === 429)) break;
    }
    expect(visits).toBeLessThan(MAX_VISITS);
    const other = await ask(path, { dispatcher: from('127.0.0.3') });
    expect(other.status).toBe(200);
  });

  it('people do not notice that a node goes down and comes back', async () => {
    const { nodes, startAgain } = await installation(startProxy);
    const ann = await Client.signUp(ORIGIN);
    const id = await ann.upload(await wavRecording(11_000));
    await ann.until(id, ({ status }) => status === 'completed');
    let number = 0;
    const rename = async (title: string) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await ann.call(updateTranscript, { params: { id }, body: { title } });
        } catch (error) {
          // The page retries edits, too.
          if (!losesBodies || !String(error).includes('502') || tries === MAX_TRIES) throw error;
          await delay(TRY_PAUSE_MS);
        }
      }
    };
    const work = async () => {
      number += 1;
      await rename(`Title ${number}`);
      await ann.call(listTranscripts, {});
    };
    for (let turn = 0; turn < 10; turn += 1) await work();
    const ending = nodes[0].end('SIGTERM');
    for (let turn = 0; turn < 40; turn += 1) await work();
    expect(await ending).toBe(0);
    for (let turn = 0; turn < 40; turn += 1) await work();
    await startAgain();
    for (let turn = 0; turn < 40; turn += 1) await work();
    expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({ title: `Title ${number}` });
  });
});

/** The bytes of files that are arriving at the store. */
async function incoming(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'media/.incoming');
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
