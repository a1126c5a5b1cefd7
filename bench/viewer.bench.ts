// npm run bench -- viewer: a transcript of 10 hours in headless Chromium, compared with a page that creates an element for every word.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '#tests/support/browser.ts';
import { percentile } from '#tests/support/percentile.ts';
import { DURATION_SECONDS, type LongTranscript, serveLongTranscript } from './long-transcript.ts';
import { naivePage } from './naive-viewer.ts';
import { tabMemory } from './tab-memory.ts';

const ROUNDS = 5;
const PLAY_MS = 20_000;

interface Figures {
  firstText: number[];
  tasksOpening: number[];
  tasksPlaying: number[];
  seek: number[];
  rename: number[];
  heapMb: number;
  rendererMb: number;
  elements: number;
}

const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const long = await serveLongTranscript(folder);
const browser = await launchBrowser();
try {
  const ours = await measure(browser, long, `${long.url}/transcript/${long.id}`);
  const naive = await measure(browser, long, `${long.url}/naive`);
  console.log(`10 hours: 9,000 segments, 90,000 words; medians of ${ROUNDS}, worst in brackets`);
  line('first text after navigation (goal 1500 ms)', ours.firstText, naive.firstText);
  line('longest task while opening', ours.tasksOpening, naive.tasksOpening);
  line(`longest task in ${PLAY_MS / 1000} s of playback (goal 50 ms)`, ours.tasksPlaying, naive.tasksPlaying);
  line('seek to the next paint (goal 100 ms)', ours.seek, naive.seek);
  line('renaming a speaker to the next paint (goal 100 ms)', ours.rename, naive.rename);
  single('script memory, MB', ours.heapMb, naive.heapMb);
  single('memory of the tab, MB (goal 220)', ours.rendererMb, naive.rendererMb);
  single('elements', ours.elements, naive.elements);
} finally {
  await browser.close();
  await long.end();
  await rm(folder, { recursive: true, force: true });
}

function line(what: string, ours: readonly number[], naive: readonly number[]): void {
  const [our, their] = [percentile(ours, 0.5), percentile(naive, 0.5)];
  const told = (values: readonly number[]) =>
    `${percentile(values, 0.5).toFixed(0)} ms (${percentile(values, 1).toFixed(0)})`;
  console.log(`${what}: ${told(ours)}, naive ${told(naive)}: ${(our / Math.max(their, 1)).toFixed(2)}`);
}

function single(what: string, ours: number, naive: number): void {
  console.log(`${what}: ${ours.toFixed(0)}, naive ${naive.toFixed(0)}: ${(ours / naive).toFixed(2)}`);
}

async function measure(
  browser: Browser,
  { client, id, url }: LongTranscript,
  address: string,
): Promise<Figures> {
  const figures: Figures = {
    firstText: [],
    tasksOpening: [],
    tasksPlaying: [],
    seek: [],
    rename: [],
    heapMb: 0,
    rendererMb: 0,
    elements: 0,
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const [name = '', value = ''] = client.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    await context.route('**/naive', (route) =>
      route.fulfill({ contentType: 'text/html', body: naivePage(id) }),
    );
    const page = await watchedPage(context);
    await page.goto(address);
    await page.waitForFunction(() => 'firstText' in window, undefined, { polling: 50 });
    figures.firstText.push(await page.evaluate(() => Number(Reflect.get(window, 'firstText'))));
    await settled(page);
    figures.tasksOpening.push(await longestTask(page));
    const isNaive = address.endsWith('/naive');
    figures.seek.push(await timeSeek(page, round));
    figures.rename.push(isNaive ? await renameNaively(page) : await rename(page, round));
    if (round === ROUNDS - 1) {
      await play(page);
      figures.tasksPlaying.push(await longestTask(page));
      await expectFound(page);
      const session = await context.newCDPSession(page);
      Object.assign(figures, await tabMemory(browser, session));
    }
    await context.close();
  }
  return figures;
}

/** A page that records when its first text is painted and how long its tasks take. */
async function watchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Reflect.set(window, 'tasks', tasks);
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
      buffered: true,
    });
    const look = () => {
      if (!document.querySelector('.segment-words')) return requestAnimationFrame(look);
      // It has been painted in the frame after the one in which it was found.
      return requestAnimationFrame(() => Reflect.set(window, 'firstText', performance.now()));
    };
    requestAnimationFrame(look);
  });
  return page;
}

/** Waits until all rows are there and nothing has been busy for a second. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('.segment-words').length >= 9000, undefined, {
    polling: 100,
  });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 1000))));
}

/** The longest task since the last call; 0 if none took more than 50 ms, below which browsers report nothing. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const tasks: number[] = Reflect.get(window, 'tasks');
    return Math.max(0, ...tasks.splice(0));
  });
}

/** From the click on a word or time far down to the frame in which the element shows it. */
async function timeSeek(page: Page, round: number): Promise<number> {
  const index = 2000 + round * 1000;
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const row = document.querySelectorAll('.segment-words')[wanted];
        const target = row?.parentElement?.querySelector('.segment-time') ?? row?.querySelector('span');
        row?.scrollIntoView({ block: 'center' });
        requestAnimationFrame(() =>
          setTimeout(() => {
            const started = performance.now();
            if (target instanceof HTMLElement) target.click();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)));
          }, 300),
        );
      }),
    index,
  );
}

/** From the key that saves a new name to the frame that shows it. */
async function rename(page: Page, round: number): Promise<number> {
  const name = `Grace ${round}`;
  await page.evaluate(() => {
    document.querySelector('audio')?.pause();
    scrollTo(0, 0);
  });
  // By selectors: to find an element by its role, the library has the browser style every element of the page, which keeps 95 MB.
  await page.locator('.reading-button:has-text("Speakers")').click();
  await page.locator('button[aria-label^="Rename"]').first().click();
  await page.locator('input[placeholder="Custom name..."]').fill(name);
  await page.evaluate((wanted) => {
    const onKey = () => {
      const started = performance.now();
      const look = () => {
        if (!document.querySelector('.segment-speaker')?.textContent?.includes(wanted))
          return requestAnimationFrame(look);
        return requestAnimationFrame(() => Reflect.set(window, 'renamed', performance.now() - started));
      };
      requestAnimationFrame(look);
    };
    addEventListener('keydown', onKey, { capture: true, once: true });
  }, name);
  await page.keyboard.press('Enter');
  const took = await page.waitForFunction(() => Number(Reflect.get(window, 'renamed')));
  return took.jsonValue();
}

async function renameNaively(page: Page): Promise<number> {
  await page.evaluate(() => document.querySelector('audio')?.pause());
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const renameAll: (name: string) => void = Reflect.get(window, 'renameAll');
        renameAll('Grace');
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)));
      }),
  );
}

async function play(page: Page): Promise<void> {
  await longestTask(page);
  await page.evaluate((seconds) => {
    const audio = document.querySelector('audio');
    if (!audio) throw new Error('The page has no audio element.');
    audio.currentTime = seconds;
    return audio.play();
  }, DURATION_SECONDS / 2);
  await page.waitForTimeout(PLAY_MS);
}

/** The browser's own search must find text that is far off screen. */
async function expectFound(page: Page): Promise<void> {
  for (const text of ['mark17.', 'mark8990.']) {
    // Missing in the library's types: does what Ctrl+F does, without the search bar.
    const found = await page.evaluate(
      (wanted) =>
        (window as unknown as { find(text: string, ...rest: boolean[]): boolean }).find(
          wanted,
          false,
          false,
          true,
        ),
      text,
    );
    if (!found) throw new Error(`The browser's search does not find ${text}`);
  }
}
