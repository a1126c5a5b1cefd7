// npm run bench -- recording [--rounds 5]: an hour's recording in fast slices in headless Chromium (memory of the tab; what is left after it is
// killed), and the delay between a spoken word and its live text.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { killBrowser, launchWithProfile, signUp } from '#tests/support/browser.ts';
import { percentile } from '#tests/support/percentile.ts';
import { runServer } from '#tests/support/server.ts';
import { measureLiveText } from './live-latency.ts';
import { tabMemory } from './tab-memory.ts';

const MINUTES = 60;
const SLICES = MINUTES * 60;
const SLICE_BYTES = 12_000;
/** How long each second of recording takes. */
const SLICE_MS = 10;
const MICROPHONE = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the start`);
try {
  await withServer('fake', async (url) => {
    await measureMemory(url);
    await measureKills(url, Number(values.rounds));
  });
  await withServer('local', async (url) => {
    const { waits, words, shown } = await measureLiveText(url, folder);
    const told = (part: number) => `${(percentile(waits, part) / 1000).toFixed(2)} s`;
    console.log(
      `live text: from the end of a spoken word to its appearance on the screen: median ${told(0.5)}, 95th percentile ${told(0.95)}, worst ${told(1)} (${shown} of ${words} words appeared)`,
    );
  });
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the end`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function withServer(engine: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = runServer(join(folder, engine), { SPEECH_ENGINE: engine });
  try {
    await use(await server.ready);
  } finally {
    await server.end('SIGTERM');
  }
}

async function measureMemory(url: string): Promise<void> {
  const context = await launchWithProfile(join(folder, 'profile'), MICROPHONE);
  try {
    const page = await startFastRecording(context, url);
    const session = await context.newCDPSession(page);
    const browser = context.browser();
    if (!browser) throw new Error('There is no browser.');
    for (const minute of [1, 15, 30, 45, MINUTES]) {
      await made(page, minute * 60);
      const { heapMb, rendererMb } = await tabMemory(browser, session);
      console.log(
        `minute ${minute}: tab ${rendererMb.toFixed(0)} MB, including script ${heapMb.toFixed(1)} MB`,
      );
    }
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Transcribe Recording' }).waitFor({ timeout: 60_000 });
    const { heapMb, rendererMb } = await tabMemory(browser, session);
    console.log(
      `an hour of ${((SLICES * SLICE_BYTES) / 1e6).toFixed(0)} MB joined for playback: tab ${rendererMb.toFixed(0)} MB, script ${heapMb.toFixed(1)} MB`,
    );
  } finally {
    await context.close();
  }
}

/** Repeatedly kills the browser at a random point of the hour, and checks what it still has after a restart. */
async function measureKills(url: string, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const profile = join(folder, `killed-${round}`);
    const context = await launchWithProfile(profile, MICROPHONE);
    const page = await startFastRecording(context, url);
    const minute = 1 + Math.random() * (MINUTES - 1);
    const slices = await made(page, Math.round(minute * 60));
    await killBrowser(context.browser());
    const again = await launchWithProfile(profile, MICROPHONE);
    try {
      const { kept, isWhole } = await keptSlices(await again.newPage(), url);
      console.log(
        `killed at minute ${minute.toFixed(1)}: ${kept} of ${slices} slices recovered${isWhole ? ', in order' : ', WITH A GAP'}; lost ${Math.max(0, slices - kept)}`,
      );
    } finally {
      await again.close();
    }
  }
}

/** Begins a recording whose seconds take ten milliseconds each and hold their own number. */
async function startFastRecording(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(installFastRecorder, { sliceBytes: SLICE_BYTES, sliceMs: SLICE_MS, most: SLICES });
  await signUp(page, url);
  await page.goto(`${url}/?input=recording`);
  const liveText = page.getByRole('switch', { name: 'Live text' });
  if (await liveText.isChecked()) await liveText.click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  return page;
}

/** Runs in the page, in place of the browser's recorder. */
function installFastRecorder(options: { sliceBytes: number; sliceMs: number; most: number }): void {
  class FastRecorder extends EventTarget {
    static isTypeSupported = (type: string) => type.startsWith('audio/webm');
    state = 'inactive';
    mimeType = 'audio/webm';
    made = 0;
    timer = 0;
    start() {
      this.state = 'recording';
      Reflect.set(window, 'fastRecorder', this);
      this.timer = window.setInterval(() => this.give(), options.sliceMs);
    }
    give() {
      if (this.made === options.most) return;
      const bytes = new Uint8Array(options.sliceBytes);
      new DataView(bytes.buffer).setUint32(0, this.made);
      this.made += 1;
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([bytes]) }));
    }
    stop() {
      clearInterval(this.timer);
      this.state = 'inactive';
      this.dispatchEvent(new Event('stop'));
    }
  }
  Reflect.set(window, 'MediaRecorder', FastRecorder);
}

/** Waits until this many slices were recorded; returns how many there are by then. */
async function made(page: Page, atLeast: number): Promise<number> {
  const count = () => page.evaluate(() => Number(Reflect.get(window, 'fastRecorder')?.made ?? 0));
  while ((await count()) < atLeast) await page.waitForTimeout(20);
  return count();
}

async function keptSlices(page: Page, url: string): Promise<{ kept: number; isWhole: boolean }> {
  await page.goto(url);
  return page.evaluate(async () => {
    const answer = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await answer(indexedDB.open('tapescript-recordings'));
    const slices: { position: number; bytes: ArrayBuffer }[] = await answer(
      db.transaction('slices').objectStore('slices').getAll(),
    );
    const isWhole = slices.every(
      ({ position, bytes }, index) => position === index && new DataView(bytes).getUint32(0) === index,
    );
    return { kept: slices.length, isWhole };
  });
}
