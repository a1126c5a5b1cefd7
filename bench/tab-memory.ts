import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession } from 'playwright-core';

export interface TabMemory {
  heapMb: number;
  /** Private memory of the tab's process, from Linux. */
  rendererMb: number;
  elements: number;
}

/** Memory of a browser's only tab, after garbage collection. */
export async function tabMemory(browser: Browser, session: CDPSession): Promise<TabMemory> {
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sizes = await Promise.all(renderers.map(privateMb));
  return {
    heapMb: value('JSHeapUsedSize') / 1e6,
    rendererMb: Math.max(0, ...sizes),
    elements: value('Nodes'),
  };
}

/** Private memory of a process, from Linux. */
async function privateMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)].map(([, size]) =>
    Number(size),
  );
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1000;
}
