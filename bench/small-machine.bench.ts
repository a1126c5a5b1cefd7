// npm run bench -- small-machine [--mb 800] [--minutes 10]: a recording within a memory limit, set by a control group. Needs root.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from '#tests/support/client.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { createMemoryGroup } from '#tests/support/memory-group.ts';
import { percentile } from '#tests/support/percentile.ts';
import { runServer } from '#tests/support/server.ts';
import { joinSounds, silence, speak, type Voice, writeWav } from '#tests/support/speak.ts';

const VOICES: Voice[] = ['slt', 'rms'];
const WORDS_PER_MINUTE = 190;
const HEALTH_EVERY_MS = 100;
/** Longer than any answer may take; later answers count as this long. */
const HEALTH_LIMIT_MS = 30_000;
const LIMIT_MS = 15 * 60_000;

const { values } = parseArgs({
  options: { mb: { type: 'string', default: '800' }, minutes: { type: 'string', default: '10' } },
});
const folder = await mkdtemp(join(tmpdir(), 'bench-small-'));
const path = join(folder, 'talk.wav');
const minutes = await writeTalk(path, Number(values.minutes));
const group = await createMemoryGroup(Number(values.mb));
const server = runServer(join(folder, 'data'), {}, group.wrapper);
try {
  const url = await server.ready;
  const client = await Client.signUp(url);
  const before = await group.use();
  const watching = new AbortController();
  const health = watchHealth(url, watching.signal);
  const memory = watchMemory(watching.signal);
  const started = performance.now();
  const cpuBefore = await group.cpuSeconds();
  const id = await client.upload(await readFile(path), 'talk.wav');
  const { status } = await Promise.race([
    client.until(id, ({ status }) => status === 'completed' || status === 'failed'),
    delay(LIMIT_MS, { status: 'not ended' }, { ref: false }),
  ]);
  const seconds = (performance.now() - started) / 1000;
  const cpuSeconds = (await group.cpuSeconds()) - cpuBefore;
  watching.abort();
  const times = await health;
  const { ownMb, allMb } = await memory;
  console.log(
    `${minutes.toFixed(1)} minutes within ${values.mb} MB: ${status} after ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time, load ${loadavg()[0]?.toFixed(1)}); ${times.length} health checks: median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, worst ${percentile(times, 1).toFixed(0)} ms; ` +
      `memory ${before.ownMb.toFixed(0)} MB before, peak ${ownMb.toFixed(0)} MB (${allMb.toFixed(0)} MB with files); killed: ${await group.kills()}`,
  );
  for (const line of server.output().split('\n')) if (/speech|memory/.test(line)) console.log(line);
} finally {
  await server.end('SIGTERM');
  await group.remove();
  await rm(folder, { recursive: true, force: true });
}

async function writeTalk(to: string, wantedMinutes: number): Promise<number> {
  const parts: Float32Array[] = [];
  for (const { text, speaker } of longTalk({
    words: wantedMinutes * WORDS_PER_MINUTE,
    seed: 3,
    speakers: VOICES,
  })) {
    const voice = VOICES.find((each) => each === speaker);
    parts.push(await speak(text, voice ? { voice } : {}), silence(400));
  }
  const sound = joinSounds(...parts);
  await writeWav(to, sound);
  return sound.length / 16_000 / 60;
}

async function watchHealth(url: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const asked = performance.now();
    await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) }).catch(() => undefined);
    times.push(performance.now() - asked);
    await delay(HEALTH_EVERY_MS);
  }
  return times;
}

async function watchMemory(signal: AbortSignal) {
  const peak = { ownMb: 0, allMb: 0 };
  while (!signal.aborted) {
    const { ownMb, allMb } = await group.use();
    peak.ownMb = Math.max(peak.ownMb, ownMb);
    peak.allMb = Math.max(peak.allMb, allMb);
    await delay(HEALTH_EVERY_MS);
  }
  return peak;
}
