import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { query, sharedApplication } from '#tests/support/application.ts';
import {
  expectGood,
  expectNoSideScroll,
  focusedName,
  haveAccount,
  openPage,
  tabTo,
} from '#tests/support/browser.ts';
import { haveTranscript, openTranscript } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';

// The page of a transcript as people read it: where its text begins, and its panel on wide screens, narrow screens and phones.
const application = await sharedApplication();
const { url, browser } = application;
const talk = { name: 'talk.wav', buffer: await wavRecording(31_000) };

async function openRoom(width: number, height: number): Promise<Page> {
  const page = await openPage(browser, { width });
  await page.setViewportSize({ width, height });
  await haveAccount(page, url);
  await openTranscript(page, application, talk);
  await page.locator('.segment').first().waitFor();
  return page;
}

/** How far the first row of text is from the top of the window, in pixels. */
const firstRow = async (page: Page) => (await page.locator('.segment').first().boundingBox())?.y ?? Infinity;
const button = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'About this transcript' }).getByRole('button', { name });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('the text', () => {
  it.each([
    [1280, 800, 330],
    [375, 812, 400],
  ])('begins on the first screen of its own page (%i x %i px)', async (width, height, limit) => {
    const page = await openRoom(width, height);
    await page.getByText('Speakers were told apart by their voices. Check them where it matters.').waitFor();
    await expect.poll(() => firstRow(page)).toBeLessThanOrEqual(limit);
    await expectNoSideScroll(page);
  });

  it('begins on the first screen of the workspace, where the tabs for a new recording are one click away', async () => {
    const page = await openPage(browser);
    await page.setViewportSize({ width: 1280, height: 800 });
    await haveAccount(page, url);
    const id = await haveTranscript(page, application, talk);
    await page.goto(`${url}/?transcript=${id}`);
    await page.locator('.segment').first().waitFor();
    await expect.poll(() => firstRow(page)).toBeLessThanOrEqual(480);
    expect(await page.getByRole('tab', { name: 'File Upload' }).count()).toBe(0);
    await page.getByRole('button', { name: 'New transcript' }).click();
    await page.getByRole('tab', { name: 'File Upload' }).waitFor();
    await page.getByRole('button', { name: 'New transcript' }).click();
    await expect.poll(() => page.getByRole('tab', { name: 'File Upload' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.waitForURL(`${url}/transcript/${id}`);
    await page.getByRole('link', { name: 'Back to Home' }).waitFor();
  });
});

it('says which of several sound tracks the text is of, until that is dismissed', async () => {
  const page = await openRoom(1280, 800);
  const note = page.getByText(/sound tracks/);
  expect(await note.count()).toBe(0);
  const id = Number(/transcript\/(\d+)/.exec(page.url())?.[1]);
  await query(application, 'update media set sound_track = 1, sound_tracks = 2 where transcript_id = $1', [
    id,
  ]);
  await page.reload();
  await page.getByText('This recording has 2 sound tracks. This is the text of the first.').waitFor();
  await expectGood(page);
  await page.getByRole('button', { name: 'Dismiss this note' }).first().press('Enter');
  await note.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.segment').first().waitFor();
  expect(await note.count()).toBe(0);
});

it('fits a window of 320 px and one at twice its size', async () => {
  const page = await openRoom(1280, 800);
  for (const [width, height] of [
    [640, 400],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSideScroll(page);
    await openPanel(page, 'Speakers');
    await expectNoSideScroll(page);
  }
});

describe('the panel', () => {
  it('stands beside the text on wide screens, is in the address, and is remembered for the next transcript', async () => {
    const page = await openRoom(1280, 800);
    await panel(page, 'AI Summary').waitFor();
    const chat = await openPanel(page, 'AI Chat');
    const [text, beside] = [await page.locator('.reading-text').boundingBox(), await chat.boundingBox()];
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    expect(new URL(page.url()).searchParams.get('panel')).toBe('chat');
    // What was typed is there again after a look at something else.
    await page.getByRole('textbox', { name: 'Your question' }).click();
    await page.keyboard.type('Half a quest');
    await openPanel(page, 'Speakers');
    await openPanel(page, 'AI Chat');
    expect(await page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('Half a quest');

    await openTranscript(page, application, talk);
    await panel(page, 'AI Chat').waitFor();
    await button(page, 'AI Chat').click();
    await expect.poll(() => panel(page, 'AI Chat').count()).toBe(0);
    await openTranscript(page, application, talk);
    await button(page, 'AI Summary').waitFor();
    expect(await panel(page, 'AI Summary').count()).toBe(0);
  });

  it('opens over the page on narrower screens, by keyboard: Escape closes it and leads back to its button', async () => {
    const page = await openRoom(900, 800);
    expect(await page.locator('.reading-content').count()).toBe(0);
    const before = await firstRow(page);
    await button(page, 'Speakers').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => panel(page, 'Speakers').evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(await firstRow(page)).toBe(before);
    // Its buttons stay within reach.
    await button(page, 'History').click();
    await panel(page, 'History').waitFor();
    await tabTo(page, 'Close History');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel(page, 'History').count()).toBe(0);
    expect(await focusedName(page)).toBe('History');
  });

  it('is a sheet on phones, below which its buttons stay at the bottom of the window', async () => {
    const page = await openRoom(375, 812);
    await button(page, 'AI Chat').click();
    const sheet = await panel(page, 'AI Chat').boundingBox();
    const bar = await page.getByRole('toolbar', { name: 'About this transcript' }).boundingBox();
    expect(sheet).toMatchObject({ x: 0, width: 375 });
    expect(sheet?.y ?? 0).toBeGreaterThan(150);
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(812);
    await expectNoSideScroll(page);
    await button(page, 'AI Chat').click();
    await expect.poll(() => panel(page, 'AI Chat').count()).toBe(0);
  });
});

describe('a picture', () => {
  const video = encoded(talk.buffer, 'mp4').then((buffer) => ({ name: 'talk.mp4', buffer }));
  const picture = (page: Page) => page.locator('.picture');
  const line = (page: Page) => page.getByRole('separator', { name: 'Height of the picture' });
  const heightOf = async (page: Page) => Math.round((await picture(page).boundingBox())?.height ?? 0);

  async function openVideo(width: number, height: number): Promise<Page> {
    const page = await openPage(browser, { width });
    await page.setViewportSize({ width, height });
    await haveAccount(page, url);
    await openTranscript(page, application, await video);
    await line(page).waitFor();
    return page;
  }

  it.each([
    [1280, 800],
    [1280, 500],
    [375, 720],
  ])('leaves the chat its input, wholly in sight (%i x %i px)', async (width, height) => {
    const page = await openVideo(width, height);
    await openPanel(page, 'AI Chat');
    const input = page.getByRole('textbox', { name: 'Your question' });
    await input.waitFor();
    await expectGood(page);
    const isInSight = () =>
      input.evaluate((field) => {
        const { left, right, top, bottom } = field.getBoundingClientRect();
        const corners = [
          [left + 9, top + 2],
          [right - 9, bottom - 2],
        ] as const;
        return corners.every(([x, y]) => document.elementFromPoint(x, y) === field);
      });
    await expect.poll(isInSight).toBe(true);
    // However high the picture is wanted.
    await line(page).focus();
    await page.keyboard.press('End');
    await expect.poll(isInSight).toBe(true);
    if (width < 1200) return;
    expect(await heightOf(page)).toBeGreaterThan(40);
    const log = page.getByRole('log', { name: 'Conversation' });
    if (height === 800) expect((await log.boundingBox())?.height ?? 0).toBeGreaterThan(100);
  });

  it('changes its height by keys and by dragging, which is remembered, and a double click resets it', async () => {
    const page = await openVideo(1280, 900);
    const usual = await heightOf(page);
    expect(usual).toBeGreaterThan(190);
    await line(page).focus();
    expect(await line(page).getAttribute('aria-valuenow')).toBe(String(usual));
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => heightOf(page)).toBe(usual - 16);
    await expect.poll(() => line(page).getAttribute('aria-valuenow')).toBe(String(usual - 16));
    await page.keyboard.press('Home');
    await expect.poll(() => heightOf(page)).toBe(64);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => heightOf(page)).toBe(80);
    await page.keyboard.press('End');
    const most = Number(await line(page).getAttribute('aria-valuemax'));
    await expect.poll(() => heightOf(page)).toBe(most);
    expect(most).toBeGreaterThan(usual);

    const box = await line(page).boundingBox();
    if (!box) throw new Error('There is no line.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 60, { steps: 5 });
    await page.mouse.move(5, y - 100, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => heightOf(page)).toBe(most - 100);
    await page.reload();
    await line(page).waitFor();
    await expect.poll(() => heightOf(page)).toBe(most - 100);

    await line(page).dblclick();
    await expect.poll(() => heightOf(page)).toBe(usual);
    await page.reload();
    await line(page).waitFor();
    await expect.poll(() => heightOf(page)).toBe(usual);
  });
});
