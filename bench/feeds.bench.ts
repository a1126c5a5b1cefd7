// npm run bench -- feeds: the first page of a podcast with 2,000 episodes, and how much memory a hundred such feeds leave in use.
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createOutbound } from '#server/outbound/outbound.ts';
import { createPodcasts } from '#server/sources/podcasts/podcasts.ts';
import { percentile } from '#tests/support/percentile.ts';
import { longFeed, startPodcastDouble } from '#tests/support/podcast-double.ts';

const FEEDS = 100;
const PAGE = 20;

const double = await startPodcastDouble();
const outbound = createOutbound({ allow: [new URL(double.url).host] });
const podcasts = createPodcasts(outbound, double.url);
// One copy for all, so any growth is ours.
const bytes = Buffer.from(longFeed());
const feed = { kind: 'file', bytes, type: 'application/rss+xml' } as const;
try {
  const ids = Array.from({ length: FEEDS }, (_, index) => double.list({ title: `Podcast ${index}`, feed }));
  const firstMs: number[] = [];
  const nextMs: number[] = [];
  const memory: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  for (const id of ids) {
    delay.enable();
    firstMs.push(await timed(() => pageOf(id, 0)));
    delay.disable();
    nextMs.push(await timed(() => pageOf(id, PAGE)));
    globalThis.gc?.();
    memory.push(process.memoryUsage.rss() / 1e6);
  }
  console.log(
    `a feed of 2,000 episodes, ${(bytes.length / 1e6).toFixed(1)} MB, ${FEEDS} times, each from a different podcast; load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(
    `first page, including fetching and parsing: median ${percentile(firstMs, 0.5).toFixed(0)} ms, worst ${Math.max(...firstMs).toFixed(0)} ms (goal 1,000 ms after the feed has arrived)`,
  );
  console.log(`next page: median ${percentile(nextMs, 0.5).toFixed(1)} ms`);
  console.log(
    `event loop delay during the run: 99th percentile ${(delay.percentile(99) / 1e6).toFixed(0)} ms, longest ${(delay.max / 1e6).toFixed(0)} ms`,
  );
  const after = (count: number) => `${memory[count - 1]?.toFixed(0)} MB after ${count}`;
  console.log(`memory: ${[1, 10, 20, 50, 75, FEEDS].map(after).join(', ')}`);
} finally {
  await outbound.close();
  await double.close();
}

async function pageOf(id: string, offset: number): Promise<void> {
  const { episodes } = await podcasts.open(id);
  if (episodes.slice(offset, offset + PAGE).length !== PAGE) throw new Error('This is no page of episodes');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
