import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const UNWANTED_FEATURES = [
  // The address bar's own two pages, which are not visible here and make each new window four times as expensive.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Playwright's own list, because the browser reads only the last of two lists.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  `--disable-features=${UNWANTED_FEATURES.join()}`,
];

/** The same limit as for polling in vitest.config.ts: a busy machine may stall for 20 s. */
export const STANDSTILL_MS = 60_000;

/** Independent of the machine's locale: without a locale, file names lose their non-ASCII letters. */
const ENV = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Starts a headless Chromium. */
export function launchBrowser(extraArgs: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...ARGS, ...extraArgs], env: ENV });
}

/** What is on the clipboard, once it is what it is expected to be: it may get there after the page has said so. */
export async function copiedText(page: Page, expected: RegExp | string): Promise<string> {
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(expected);
  return copied();
}

/** Starts a browser that stores its data in a folder, as users' browsers do. */
export function launchWithProfile(
  profile: string,
  extraArgs: readonly string[] = [],
): Promise<BrowserContext> {
  const args = [...ARGS, ...extraArgs];
  return chromium.launchPersistentContext(profile, { executablePath: findChromium(), args, env: ENV });
}

function findChromium(): string {
  const executablePath = CANDIDATES.find(existsSync);
  if (!executablePath) throw new Error('Chromium is not installed.');
  return executablePath;
}

/** Kills a browser without warning, as a crash or a power failure does. */
export async function killBrowser(target: Browser | null): Promise<void> {
  if (!target) throw new Error('There is no browser.');
  const session = await target.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser');
  if (!main) throw new Error('The browser has no process.');
  const gone = new Promise((resolve) => target.once('disconnected', resolve));
  process.kill(main.id, 'SIGKILL');
  await gone;
}

export interface PageOptions {
  width?: number;
  theme?: 'light' | 'dark';
  hasTouch?: boolean;
  /** Console errors that are allowed, because the test provokes them. */
  expectedErrors?: RegExp;
}

/** Opens a page for a new visitor. When the test ends, it fails if the page has logged an error to its console. */
export async function openPage(
  browser: Browser,
  { width = 1280, theme, hasTouch = false, expectedErrors }: PageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    hasTouch,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (theme) await context.addInitScript(`localStorage.setItem('ui-theme', '${theme}')`);
  const page = await context.newPage();
  page.setDefaultTimeout(STANDSTILL_MS);
  // Listens from the start: a listener that is added when a key opens the chooser could be too late.
  page.on('filechooser', () => undefined);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  onTestFinished(async () => {
    // Responses that are still being modified for the page are no longer needed.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    expect(complaints.filter((text) => !expectedErrors?.test(text))).toEqual([]);
  });
  return page;
}

/** Creates an account without opening the workspace. */
export async function haveAccount(page: Page, url: string, firstName = 'Grace'): Promise<void> {
  const data = { email: someAddress(), password: 'correct horse', firstName };
  const response = await page.request.post(`${url}/api/auth/sign-up`, { data });
  expect(response.status()).toBe(201);
}

/** Creates an account and opens the workspace. */
export async function signUp(page: Page, url: string, firstName = 'Grace'): Promise<void> {
  await haveAccount(page, url, firstName);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Turn Any Conversation Into Text' }).waitFor();
}

function someAddress(): string {
  return `grace.${Date.now()}.${Math.round(Math.random() * 1e6)}@example.test`;
}

/** Signs up through the form, as users do. */
export async function signUpByScreen(page: Page, url: string, firstName = 'Grace'): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page
    .getByRole('tab', { name: 'Create account' })
    .or(page.getByRole('button', { name: /create (an )?account/i }))
    .first()
    .click();
  await page.getByLabel('First name').pressSequentially(firstName);
  await page.getByLabel('E-mail address').pressSequentially(someAddress());
  await page.getByLabel('Password', { exact: true }).pressSequentially('correct horse');
  await page.getByRole('button', { name: 'Create account' }).last().click();
  await page.getByRole('heading', { name: 'Turn Any Conversation Into Text' }).waitFor();
}

/** Uploads a file through the page; the transcript's page then opens by itself. */
export async function upload(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.getByLabel('Recording to upload').setInputFiles(file);
  await page.getByRole('button', { name: 'Start Transcription' }).click();
}

/** Fails if axe finds a problem in the current state of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Finishes animations, because colors in the middle of a fade are meaningless.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
        .map((each) => each.finished),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const found = await axe.run({ resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(violations).toEqual([]);
}

/** Fails if the page is wider than the screen. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
}

/** Fails unless the page is accessible and no wider than its screen. */
export async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSideScroll(page);
}

/** A page of any driver that runs functions in it. */
interface Evaluating {
  evaluate<Result>(body: () => Result): Promise<Result>;
}

/** The position of the player, in seconds. */
export function currentTime(page: Evaluating): Promise<number> {
  return page.evaluate(() => document.querySelector<HTMLMediaElement>('audio, video')?.currentTime ?? -1);
}

/** How the player of a recording is set. */
export const mediaState = (page: Page) =>
  page.evaluate(() => {
    const { playbackRate, volume, muted, paused } =
      document.querySelector<HTMLMediaElement>('audio') ?? new Audio();
    return { playbackRate, volume, muted, paused };
  });

/** Records jumps of the player from now on; the returned function gives the target of the last one, in seconds. The current time would have moved on. */
export async function watchJumps(page: Page): Promise<() => Promise<number>> {
  const last = await page.evaluateHandle(() => {
    const last = { goesTo: Number.NaN };
    const note = ({ target }: Event) => {
      if (target instanceof HTMLMediaElement) last.goesTo = target.currentTime;
    };
    document.addEventListener('seeking', note, { capture: true });
    return last;
  });
  return () => last.evaluate(({ goesTo }) => goesTo);
}

/** Records which of these texts appear from now on, in order, including texts too short-lived to be seen by polling. */
export async function watchFor(
  page: Page,
  selector: string,
  ...texts: string[]
): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(
    ([selector, ...texts]) => {
      const seen = new Set<string>();
      const look = () => {
        for (const element of document.querySelectorAll<HTMLElement>(selector)) {
          for (const text of texts) if (element.innerText.includes(text)) seen.add(text);
        }
      };
      const changes = { subtree: true, childList: true, characterData: true };
      new MutationObserver(look).observe(document, changes);
      return seen;
    },
    [selector, ...texts] as const,
  );
  return () => seen.evaluate((all) => [...all]);
}

/** Types a text in place of the one that a field has. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await field.page().keyboard.type(text);
}

/** The toast with this text. */
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first();

/** The accessible name of the focused element. */
export function focusedName(page: Evaluating): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement;
    const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLButtonElement] as const;
    const labeled = kinds.map((kind) => (active instanceof kind ? active : null)).find(Boolean);
    const label = labeled?.labels?.[0]?.textContent;
    return (active?.getAttribute('aria-label') ?? label ?? active?.textContent ?? '').trim();
  });
}

/** Presses Tab until an element with this accessible name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const label = await focusedName(page);
    if (typeof name === 'string' ? label === name : name.test(label)) return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

/**
 * Makes pages that are left keep the locks whose names begin like this, as if their closing took long, until the returned page is
 * closed.
 */
export async function keepLocks(page: Page, url: string, prefix: string): Promise<Page> {
  const keeper = await page.context().newPage();
  await keeper.goto(`${url}/api/docs`);
  await keeper.evaluate(async (start) => {
    const { held = [] } = await navigator.locks.query();
    const names = held.flatMap(({ name }) => (name?.startsWith(start) ? name : []));
    if (names.length === 0) throw new Error(`Nobody has a lock on ${start}.`);
    for (const name of names) void navigator.locks.request(name, () => new Promise(() => undefined));
  }, prefix);
  await page.bringToFront();
  return keeper;
}
