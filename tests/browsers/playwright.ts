import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { launchBrowser, openPage } from '#tests/support/browser.ts';
import { clickTimes, launchFirefox } from '#tests/support/firefox.ts';
import { microphoneArgs } from '#tests/support/microphone.ts';
import { speak } from '#tests/support/speak.ts';
import type { Point, Screen, StoryBrowser, Target } from './screen.ts';

export const CHROMIUM: StoryBrowser = {
  name: 'Chromium',
  launch: async (folder) => {
    const talk = await speak('The committee met on Tuesday morning to talk about the garden.');
    const browser = await launchBrowser(await microphoneArgs(join(folder, 'microphone.wav'), talk));
    return openScreen(browser, {
      save: savedByEvent,
      clickAt: (page, { x, y }, times) => page.mouse.click(x, y, { clickCount: times }),
    });
  },
};

export const FIREFOX: StoryBrowser = {
  name: 'Firefox',
  launch: async (folder) => {
    const browser = await launchFirefox(folder);
    return openScreen(browser, {
      save: (_, name, act) => savedInFolder(folder, name, act),
      clickAt: clickTimes,
    });
  },
};

const DRAG_STEPS = 8;

type Act = () => Promise<void>;
/** What the drivers do differently. */
interface Driver {
  save: (page: Page, name: string, act: Act) => Promise<string>;
  clickAt: (page: Page, point: Point, times: number) => Promise<void>;
}

async function openScreen(browser: Browser, { save, clickAt }: Driver): Promise<Screen> {
  onTestFinished(() => browser.close());
  const page = await openPage(browser);
  const find = (target: Target) => locate(page, target);
  return {
    open: async (url) => {
      await page.goto(url);
    },
    click: (target) => find(target).click(),
    clickTextOf: (selector, nth) =>
      page
        .locator(selector)
        .nth(nth)
        .click({ position: { x: 4, y: 10 } }),
    clickAt: (point, times = 1) => clickAt(page, point, times),
    drag: async (from, to) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: DRAG_STEPS });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (chord) => page.keyboard.press(chord),
    chooseFile: (label, path) => page.getByLabel(label).first().setInputFiles(path),
    waitFor: (target) => find(target).waitFor(),
    waitForNone: (target) => find(target).waitFor({ state: 'detached' }),
    valueOf: (target) => find(target).inputValue(),
    textOf: (target) => find(target).innerText(),
    evaluate: (body, ...args) => page.evaluate(`(${body})(...${JSON.stringify(args)})`),
    savedFile: (name, act) => save(page, name, act),
  };
}

function locate(page: Page, { role, name = '', text, nth = 0 }: Target): Locator {
  const all = role
    ? page.getByRole(role, name === '' ? {} : { name, exact: true })
    : page.getByLabel(name, { exact: true });
  return (text === undefined ? all : all.filter({ hasText: text })).nth(nth);
}

async function savedByEvent(page: Page, name: string, act: Act): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  expect(download.suggestedFilename()).toBe(name);
  return readFile(await download.path(), 'utf8');
}

/** For browsers whose driver reports no download. */
export async function savedInFolder(folder: string, name: string, act: Act): Promise<string> {
  await act();
  const read = () => readFile(join(folder, name), 'utf8').catch(() => '');
  await expect.poll(read).not.toBe('');
  return read();
}
