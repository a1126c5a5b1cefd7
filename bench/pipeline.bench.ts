// npm run bench -- pipeline [--minutes 60]: one recording through the real application, over HTTP: how long it takes
// in total, when the first text appears, how fast the web node answers meanwhile, and how much memory is used.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EVENTS_PATH } from '#contract/events.ts';
import { Client } from '#tests/support/client.ts';
import { percentile } from '#tests/support/percentile.ts';
import { runServer } from '#tests/support/server.ts';
import { speak, writeWav } from '#tests/support/speak.ts';
import { longRecording, mediaFolder, readRecordings } from './media.ts';
import { treeMemory } from './process-tree.ts';
import { ENGLISH_TEXTS } from './texts.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
const media = mediaFolder();
const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const server = runServer(join(folder, 'data'));
try {
  const client = await Client.signUp(await server.ready);
  console.log(
    `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the start; ${minutes} minutes of ${media ? 'real clips with pauses' : 'synthetic speech'} as WAV`,
  );
  const file = await longTalk();
  const idleMb = await treeMemory(server.child.pid);
  const before = await measureHealth(client, () => false, 200);
  console.log(
    `GET /api/health, idle: median ${before.median} ms, 95th percentile ${before.p95} ms (${before.count} calls)`,
  );

  const started = performance.now();
  const firstText = watchFirstText(client, started);
  const id = await client.upload(file, 'talk.wav');
  const accepted = performance.now();
  let running = true;
  let peak = { server: 0, children: 0 };
  const health = measureHealth(client, () => running);
  const memory = (async () => {
    while (running) {
      const now = await treeMemory(server.child.pid);
      peak = { server: Math.max(peak.server, now.server), children: Math.max(peak.children, now.children) };
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  const done = await client.until(id, ({ status }) => status !== 'processing');
  const seconds = (performance.now() - accepted) / 1000;
  running = false;
  const busy = await health;
  await memory;
  console.log(`status ${done.status}, ${done.wordCount} words, ${done.segmentCount} segments`);
  console.log(
    `whole pipeline: ${seconds.toFixed(1)} s, that is ${((seconds * 60) / minutes).toFixed(1)} s per hour of audio (goal 120)`,
  );
  console.log(`first text in the window: ${((await firstText) / 1000).toFixed(1)} s after the upload began`);
  console.log(
    `GET /api/health, all cores transcribing: median ${busy.median} ms, 95th percentile ${busy.p95} ms (goal 50), worst ${busy.worst} ms (${busy.count} calls)`,
  );
  console.log(
    `peak memory: server ${peak.server} MB (${idleMb.server} MB idle), its child processes ${peak.children} MB`,
  );
} finally {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

/** The real clips, repeated, if they exist; otherwise some texts spoken by three voices. */
async function longTalk(): Promise<Buffer> {
  const clips = media ? readRecordings(media).map(({ samples }) => samples) : await spokenTexts();
  const path = join(folder, 'talk.wav');
  await writeWav(path, longRecording(clips, minutes));
  return readFile(path);
}

function spokenTexts(): Promise<Float32Array[]> {
  const voices = ['slt', 'rms', 'awb'] as const;
  return Promise.all(
    ENGLISH_TEXTS.slice(0, 12).map((text, index) => speak(text, { voice: voices[index % 3] ?? 'slt' })),
  );
}

/** Repeats health checks, several per second, as long as the condition holds. */
async function measureHealth(client: Client, goesOn: () => boolean, atLeast = 0) {
  const times: number[] = [];
  while (goesOn() || times.length < atLeast) {
    const asked = performance.now();
    await (await fetch(`${client.url}/api/health`)).text();
    times.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const rounded = (part: number) => Math.round(percentile(times, part) * 10) / 10;
  return { median: rounded(0.5), p95: rounded(0.95), worst: rounded(1), count: times.length };
}

/** When the first recognized words reach a window, in milliseconds after `started`. */
async function watchFirstText(client: Client, started: number): Promise<number> {
  const response = await fetch(client.url + EVENTS_PATH, { headers: { cookie: client.cookie } });
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (/"text":"/.test(text)) return performance.now() - started;
  }
  return Number.NaN;
}
