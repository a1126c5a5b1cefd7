import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { currentTime, launchBrowser, signUp, watchJumps } from './browser.ts';
import { microphoneArgs } from './microphone.ts';
import { joinSounds, silence, speak } from './speak.ts';

interface Microphone {
  /** A browser whose microphone plays speech. */
  browser: Browser;
  /** The flags for another such browser. */
  args: string[];
  /** A folder for files; it is removed after the last test. */
  folder: string;
}

/** Starts a browser whose microphone plays half a minute of speech. It is closed after the last test of the file. */
export async function openMicrophone(): Promise<Microphone> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-recording-'));
  const talk = await speak('The committee met on Tuesday morning to talk about the garden.');
  const spoken = Array.from({ length: 8 }, () => joinSounds(talk, silence(500)));
  const args = await microphoneArgs(join(folder, 'microphone.wav'), joinSounds(...spoken));
  const browser = await launchBrowser(args);
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });
  return { browser, args, folder };
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The recordings that the browser keeps. */
export const waiting = (page: Page) => page.getByRole('region', { name: 'Not transcribed yet' });

/** The recorded duration that the recorder shows, in seconds. */
export async function seconds(page: Page): Promise<number> {
  const [minutes = 0, rest = 0] = ((await page.getByRole('timer').textContent()) ?? '')
    .split(':')
    .map(Number);
  return 60 * minutes + rest;
}

/** Waits until the recorder shows at least this many seconds. */
export async function recordFor(page: Page, atLeastSeconds: number): Promise<void> {
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(atLeastSeconds);
}

/** The duration of the recording that can be reviewed, in seconds. */
export function review(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector<HTMLAudioElement>('audio[controls]')?.duration ?? 0);
}

/** Signs up and opens the recorder. */
export async function openRecorder(page: Page, url: string): Promise<void> {
  await signUp(page, url);
  await page.getByRole('tab', { name: 'Live Recording' }).click();
  await button(page, 'Start').waitFor();
}

/** Fails unless the recording's transcript appears and its audio can be played from the last time in it, which is returned in seconds. */
export async function expectTranscript(page: Page): Promise<number> {
  const article = page.getByRole('article');
  await article.getByRole('heading', { name: /^Recording, / }).waitFor({ timeout: 60_000 });
  await article
    .getByText(/Thank you for calling/)
    .first()
    .waitFor();
  const last = article.getByRole('button', { name: /^Play from/ }).last();
  const [, minutes, rest] = /(\d+):(\d\d)/.exec((await last.getAttribute('aria-label')) ?? '') ?? [];
  const expected = Number(minutes) * 60 + Number(rest);
  const jumpedTo = await watchJumps(page);
  await last.click();
  await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(expected);
  await expect.poll(async () => Math.floor(await jumpedTo())).toBe(expected);
  return expected;
}
