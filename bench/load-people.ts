// A separate process that simulates many people at once. Its parent says who they are and for how long; it reports what it measured.
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '#tests/support/random.ts';
import { type Belongings, live, type World } from './person-life.ts';

export interface PeopleJob {
  urls: string[];
  people: (Belongings & { cookie: string; address: string })[];
  world: Omit<World, 'recording'> & { recording: string };
  seconds: number;
}

export interface PeopleResult {
  /** Milliseconds from when each request was due, by kind. */
  latencies: { [kind: string]: number[] };
  bytes: number;
  errors: string[];
  uploaded: number[];
  /** Processor time of this process, and the longest delay of its own event loop. */
  cpuSeconds: number;
  worstLagMs: number;
}

process.once('message', async (message) => {
  const { urls, people, world, seconds } = message as PeopleJob;
  const result: PeopleResult = {
    latencies: {},
    bytes: 0,
    errors: [],
    uploaded: [],
    cpuSeconds: 0,
    worstLagMs: 0,
  };
  const record = (kind: string, ms: number, bytes: number) => {
    const times = result.latencies[kind] ?? [];
    result.latencies[kind] = times;
    times.push(ms);
    result.bytes += bytes;
  };
  const stopLag = watchLag((ms) => {
    result.worstLagMs = Math.max(result.worstLagMs, ms);
  });
  const before = process.cpuUsage();
  const recording = Buffer.from(world.recording, 'base64');
  const stop = new AbortController();
  const lives = people.map(({ cookie, address, ...belongings }, index) =>
    live(
      { urls, cookie, address, random: seededRandom(1000 + index), record },
      belongings,
      { ...world, recording },
      stop.signal,
    ),
  );
  await Promise.race([delay(seconds * 1000), Promise.all(lives)]);
  stop.abort();
  for (const ended of await Promise.allSettled(lives)) {
    if (ended.status === 'rejected') result.errors.push(String(ended.reason));
    else {
      result.errors.push(...ended.value.errors);
      result.uploaded.push(...ended.value.uploaded);
    }
  }
  stopLag();
  const { user, system } = process.cpuUsage(before);
  result.cpuSeconds = (user + system) / 1e6;
  process.send?.(result, () => process.exit(0));
});

const LAG_MS = 20;

function watchLag(tell: (ms: number) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    tell(now - last - LAG_MS);
    last = now;
  }, LAG_MS);
  return () => clearInterval(timer);
}
