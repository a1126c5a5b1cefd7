import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  expectGood,
  expectNoSideScroll,
  haveAccount,
  openPage,
} from '#tests/support/browser.ts';
import { haveTranscripts } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Dropping files and the command palette, on any page, and going from one transcript to the next.
const application = await sharedApplication();
const { url, browser } = application;

/** Drags a file over the page, and drops it if `isDropped`. */
async function drag(page: Page, name: string, type: string, isDropped: boolean): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name, type]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['x'.repeat(2_000_000)], name, { type }));
      return transfer;
    },
    [name, type] as const,
  );
  await page.dispatchEvent('footer, main', 'dragover', { dataTransfer });
  if (isDropped) await page.dispatchEvent('footer, main', 'drop', { dataTransfer });
}

it('takes a file that is dropped anywhere on any page, but for dialogs', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  await page.goto(`${url}/settings`);
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
  await drag(page, 'talk.wav', 'audio/wav', false);
  await page.getByText('Drop the recording to transcribe it').waitFor();
  await expectAccessible(page);
  await drag(page, 'talk.wav', 'audio/wav', true);
  await page.getByRole('heading', { name: 'Turn Any Conversation Into Text' }).waitFor();
  await page.getByText('talk.wav').waitFor();
  await page.getByRole('button', { name: 'Start Transcription' }).waitFor();
  expect(await page.getByText('Drop the recording to transcribe it').count()).toBe(0);

  await page.getByRole('tab', { name: 'Podcast Search' }).click();
  await drag(page, 'paper.pdf', 'application/pdf', true);
  await page.getByRole('status').filter({ hasText: 'paper.pdf' }).first().waitFor();
  await page.getByRole('tab', { name: 'Podcast Search', selected: true }).waitFor();

  await page.goto(`${url}/projects`);
  await page
    .getByRole('button', { name: /new project|create/i })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await drag(page, 'other.wav', 'audio/wav', true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/projects');
});

it('goes to recordings, pages and what was said by typing', async () => {
  const page = await openPage(browser, { width: 320 });
  await haveAccount(page, url);
  const recording = { name: 'The mill.wav', buffer: await wavRecording(21_000) };
  await haveTranscripts(page, application, recording, ['The mill', 'Überfahrt']);
  await page.goto(`${url}/settings`);
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
  // Nothing in the header overlaps on the narrowest phones.
  const boxes = await page.locator('header :is(a, button, span[aria-hidden])').evaluateAll((all) =>
    all
      .map((each) => each.getBoundingClientRect())
      .filter(({ width }) => width > 1)
      .map(({ left, right }) => ({ left, right })),
  );
  for (const [at, { left }] of boxes.entries())
    expect(left).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const options = palette.getByRole('option');
  await expect.poll(() => options.allTextContents()).toContain('ÜberfahrtRecording · 0:21');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.keyboard.type('uberf');
  await palette.getByText('1 result', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByRole('heading', { name: 'Überfahrt' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('set');
  await options.filter({ hasText: 'Settings' }).waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  // What was said, at its moment.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('two hundred dollars');
  await options.filter({ hasText: 'The mill' }).click();
  await page.getByRole('article').getByRole('heading', { name: 'The mill' }).waitFor();
  expect(new URL(page.url()).searchParams.get('t')).toMatch(/\d/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('no such thing');
  await palette.getByText('Nothing found.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('record live');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Live Recording', selected: true }).waitFor();
});

it('goes to the next and the previous transcript by keys and by the palette, in the order of the list it came from', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const recording = { name: 'The mill.wav', buffer: await wavRecording(21_000) };
  const [, second] = await haveTranscripts(page, application, recording, ['Bees', 'Apples', 'Cider']);
  const shows = (title: string) => page.getByRole('article').getByRole('heading', { name: title }).waitFor();
  await page.goto(`${url}/transcript/${second}`);
  await shows('Apples');
  // Newest first.
  await page.keyboard.press('Alt+PageDown');
  await shows('Bees');
  await page.keyboard.press('Alt+PageDown');
  await page.getByText('This is the last transcript').first().waitFor();
  await page.keyboard.press('Alt+PageUp');
  await shows('Apples');
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Go to the previous or next transcript').waitFor();
  await page.keyboard.press('Alt+PageUp');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await shows('Apples');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to' }).getByRole('option').first().waitFor();
  await page.keyboard.type('previous');
  await page.keyboard.press('Enter');
  await shows('Cider');

  await page.goto(`${url}/library?sort=title`);
  await page.getByRole('link', { name: 'Apples' }).click();
  await shows('Apples');
  await page.keyboard.press('Alt+PageUp');
  await page.getByText('This is the first transcript').first().waitFor();
  await page.keyboard.press('Alt+PageDown');
  await shows('Bees');
  await page.keyboard.press('Alt+PageDown');
  await shows('Cider');
});

it('shows the first name on a phone, as much of it as has room', async () => {
  const page = await openPage(browser, { width: 375 });
  await haveAccount(page, url);
  await page.goto(url);
  await page.getByText('No Transcripts Yet').waitFor();
  const name = page.getByRole('banner').getByText('Grace', { exact: true });
  await name.waitFor();
  // As wide as the word: nothing of it is cut off.
  expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect((await name.boundingBox())?.width).toBeGreaterThan(25);
  for (const width of [375, 360, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expectGood(page);
  }
});

it('tells a newcomer what to do first, and leads everyone else to the newest transcript', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  await page.goto(url);
  await page.getByText('1. Add a recording').waitFor();
  await page.getByText('No Transcripts Yet').waitFor();
  await expectGood(page);
  const recording = { name: 'The mill.wav', buffer: await wavRecording(21_000) };
  const [, newest] = await haveTranscripts(page, application, recording, ['Older', 'Newer']);
  await page.reload();
  await page.getByRole('button', { name: 'Open the newest: Newer' }).press('Enter');
  await page.waitForURL(new RegExp(`transcript=${newest}`));
  expect(await page.getByText('1. Add a recording').count()).toBe(0);
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
});
