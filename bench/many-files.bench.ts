// npm run bench -- many-files [--files 200]: a folder dropped into headless Chromium until all of it is uploaded: script memory of the tab, with its
// garbage and without, and its longest task, compared with a folder of ten files.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, signUp } from '#tests/support/browser.ts';
import { dropFiles } from '#tests/support/drop-files.ts';
import { percentile } from '#tests/support/percentile.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer } from '#tests/support/server.ts';
import { tabMemory } from './tab-memory.ts';

const FEW = 10;
const ROUNDS = 2;
/** Added to each recording in a chunk that players skip, so that holding the files would show. */
const PADDING_BYTES = 1_000_000;
/** How often the memory is read; less often where garbage is collected first, which takes time. */
const SAMPLE_MS = { 'with garbage': 100, live: 1000 };
type Reading = keyof typeof SAMPLE_MS;
const DROP_TIMEOUT_MS = 10 * 60_000;

interface Figures {
  peakMb: number;
  tabMb: number;
  longestMs: number;
  seconds: number;
}

const { values } = parseArgs({ options: { files: { type: 'string', default: '200' } } });
const many = Number(values.files);
const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake' });
try {
  const url = await server.ready;
  for (const count of [FEW, many]) await writeRecordings(count);
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the start`);
  for (const reading of ['with garbage', 'live'] as const) {
    const few: Figures[] = [];
    const lots: Figures[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      few.push(await measure(url, FEW, reading));
      lots.push(await measure(url, many, reading));
    }
    compare(reading, medians(few), medians(lots));
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the end`);
} finally {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

function compare(reading: Reading, few: Figures, lots: Figures): void {
  const told = ({ peakMb, tabMb, longestMs, seconds }: Figures) =>
    `script memory at its peak, ${reading}, ${peakMb.toFixed(1)} MB (tab afterwards ${tabMb.toFixed(0)} MB), longest task ${longestMs.toFixed(0)} ms, uploaded in ${seconds.toFixed(1)} s`;
  console.log(`${FEW} files: ${told(few)}`);
  console.log(`${many} files: ${told(lots)}`);
  console.log(
    `ratio: peak ${(lots.peakMb / few.peakMb).toFixed(2)}, longest task ${(lots.longestMs / few.longestMs).toFixed(2)} (medians of ${ROUNDS})`,
  );
}

function folderOf(count: number): string {
  return join(folder, `${count} recordings`);
}

async function writeRecordings(count: number): Promise<void> {
  await mkdir(folderOf(count));
  const recording = await wavRecording(1000);
  for (let number = 1; number <= count; number += 1) {
    const chunk = Buffer.concat([Buffer.from('JUNK\0\0\0\0'), randomBytes(PADDING_BYTES)]);
    chunk.writeUInt32LE(PADDING_BYTES, 4);
    const file = Buffer.concat([recording, chunk]);
    // The size in the header of a RIFF file leaves the header out.
    file.writeUInt32LE(file.length - 8, 4);
    await writeFile(join(folderOf(count), `interview ${number}.wav`), file);
  }
}

/** Drops a folder into a new window of a new person, and watches the tab until the last file is uploaded. */
async function measure(url: string, count: number, reading: Reading): Promise<Figures> {
  const browser = await launchBrowser(['--enable-precise-memory-info']);
  try {
    const page = await browser.newPage();
    await signUp(page, url);
    await watchTasks(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.collectGarbage');
    const watch = watchHeap(session, reading);
    const started = performance.now();
    await dropFiles(page.getByRole('heading', { level: 1 }), [folderOf(count)]);
    await page.getByRole('button', { name: `Start ${count} files` }).click();
    await page.getByText(`${count} of ${count} uploaded`).waitFor({ timeout: DROP_TIMEOUT_MS });
    const seconds = (performance.now() - started) / 1000;
    const peakMb = await watch.end();
    const longestMs = await page.evaluate(() => Number(Reflect.get(window, 'longestTask')));
    const { rendererMb: tabMb } = await tabMemory(browser, session);
    return { peakMb, tabMb, longestMs, seconds };
  } finally {
    await browser.close();
  }
}

/** Keeps the length of the longest task of the main thread from now on; the browser reports those of 50 ms and more. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.set(window, 'longestTask', 50);
    new PerformanceObserver((list) => {
      const longest = Math.max(...list.getEntries().map(({ duration }) => duration));
      Reflect.set(window, 'longestTask', Math.max(longest, Number(Reflect.get(window, 'longestTask'))));
    }).observe({ type: 'longtask' });
  });
}

/** Looks at the script memory in use now and then. */
function watchHeap(session: CDPSession, reading: Reading): { end: () => Promise<number> } {
  let isWatching = true;
  const watching = (async () => {
    let peak = 0;
    while (isWatching) {
      if (reading === 'live') await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      peak = Math.max(peak, metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS[reading]));
    }
    return peak / 1e6;
  })();
  return {
    end: () => {
      isWatching = false;
      return watching;
    },
  };
}

function medians(all: readonly Figures[]): Figures {
  const median = (key: keyof Figures) =>
    percentile(
      all.map((figures) => figures[key]),
      0.5,
    );
  return {
    peakMb: median('peakMb'),
    tabMb: median('tabMb'),
    longestMs: median('longestMs'),
    seconds: median('seconds'),
  };
}
