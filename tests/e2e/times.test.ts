import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { currentTime, expectAccessible, expectGood, focusedName, retype } from '#tests/support/browser.ts';
import { isPaused } from '#tests/support/correcting.ts';
import { openPlan, rows, savedText, shown, undoButton, writeIn } from '#tests/support/editing.ts';
import {
  apiOf,
  dragBorder,
  handle,
  openTimes,
  refusal,
  storedTimes,
  timeField,
  timesBar,
  timesShown,
  touchBorder,
  watchPlayed,
} from '#tests/support/times.ts';
import { openTwo } from '#tests/support/two-people.ts';

// The passages of the plan are said from 0 to 4.8, from 5 to 9.8 and from 10 to 14.8 seconds, with a word every 400 ms.
const application = await sharedApplication();

const alongBox = (page: Page) => timesBar(page).getByRole('checkbox', { name: /border along$/ });
const save = (page: Page) => timesBar(page).getByRole('button', { name: 'Save', exact: true });
const start = (page: Page) => timeField(page, 'Start of the passage');
const end = (page: Page) => timeField(page, 'End of the passage');

/** A page on which the recording can be played. */
async function openReady(): Promise<Page> {
  const page = await openPlan(application);
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
  return page;
}

async function type(page: Page, time: string, field = start(page)): Promise<void> {
  await retype(field, time);
  await field.press('Tab');
}

describe('the times of a passage', () => {
  it('are set to the playback and saved by keys alone, as one step, and subtitles follow', async () => {
    const page = await openReady();
    await openTimes(page, 1);
    expect(await timesShown(page)).toEqual(['0:05.000', '0:09.800']);
    await expectAccessible(page);
    await page.evaluate(() => {
      const media = document.querySelector('audio');
      if (media) media.currentTime = 5.25;
    });
    await page.keyboard.press('[');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.250', '0:09.800']);
    expect(await storedTimes(page)).toContainEqual([5, 9.8]);
    // The key at its row leads back to the bar, which keeps what was set.
    await openTimes(page, 1);
    expect(await timesShown(page)).toEqual(['0:05.250', '0:09.800']);
    await page.evaluate(() => {
      const media = document.querySelector('audio');
      if (media) media.currentTime = 9.5;
    });
    await page.keyboard.press(']');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.250', '0:09.500']);
    await page.keyboard.press('Enter');
    await page.getByText('Times set').first().waitFor();
    await expect.poll(() => focusedName(page)).toMatch(/^Play from/);
    expect(await timesBar(page).count()).toBe(0);
    expect((await storedTimes(page)).slice(0, 3)).toEqual([
      [0, 4.8],
      [5.25, 9.5],
      [10, 14.8],
    ]);

    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /SRT/ }).click(),
    ]);
    const subtitles = await readFile(await download.path(), 'utf8');
    expect(subtitles).toContain('00:00:05,250 --> ');
    expect(subtitles).toContain(' --> 00:00:09,500');

    await undoButton(page).click();
    await page.getByText('Undid: change of times').first().waitFor();
    expect((await storedTimes(page))[1]).toEqual([5, 9.8]);
  });

  it('are nudged by keys, and the sound around the border is heard each time', async () => {
    const page = await openReady();
    await openTimes(page, 1);
    const played = await watchPlayed(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => timesShown(page)).toEqual(['0:04.990', '0:09.800']);
    await expect.poll(played).toContainEqual(expect.closeTo(4.74, 2));
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.090', '0:09.800']);
    await expect.poll(played).toContainEqual(expect.closeTo(4.84, 2));
    // Then the playback is where it was.
    await expect.poll(() => isPaused(page)).toBe(true);
    await expect.poll(() => currentTime(page)).toBe(0);
    await handle(page, 'End of the passage').focus();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.090', '0:09.910']);
    await expect.poll(played).toContainEqual(expect.closeTo(9.66, 2));
    expect(await handle(page, 'End of the passage').getAttribute('aria-valuetext')).toBe('0:09.910');
    expect(page.url()).toMatch(/\/transcript\/\d+$/);
    // Undoing takes back what is not saved.
    await page.keyboard.press('Control+z');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.000', '0:09.800']);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.000', '0:09.790']);
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toMatch(/^Play from/);
    expect((await storedTimes(page))[1]).toEqual([5, 9.8]);
  });

  it('are nudged while the sound still loads, and what is heard then is the last', async () => {
    const page = await openReady();
    const loaded = Promise.withResolvers<void>();
    await page.route(/\/media\//, async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
    await openTimes(page, 1);
    const played = await watchPlayed(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.020', '0:09.800']);
    expect(await currentTime(page)).toBe(0);
    loaded.resolve();
    await expect.poll(played).toContainEqual(expect.closeTo(4.77, 2));
    await expect.poll(() => isPaused(page)).toBe(true);
  });

  it('are dragged on the waveform, and the border of the neighbor goes along if one wishes', async () => {
    const page = await openReady();
    await openTimes(page, 1);
    await dragBorder(page, 'Start of the passage', 4);
    const [dragged = ''] = await timesShown(page);
    expect(Number(dragged.slice(2))).toBeCloseTo(4, 1);
    await save(page).click();
    await page.getByText('Times set').first().waitFor();
    const [first, second] = await storedTimes(page);
    expect(second?.[0]).toBeCloseTo(4, 1);
    expect(first?.[1]).toBe(second?.[0]);

    await undoButton(page).click();
    await expect.poll(() => storedTimes(page)).toContainEqual([0, 4.8]);
    await openTimes(page, 1);
    await alongBox(page).click();
    await dragBorder(page, 'Start of the passage', 4);
    // It stops where the neighbor ends, and at the end of the recording's next passage.
    expect(await timesShown(page)).toEqual(['0:04.800', '0:09.800']);
    await dragBorder(page, 'End of the passage', 12);
    expect(await timesShown(page)).toEqual(['0:04.800', '0:10.000']);
    await page.keyboard.press('Enter');
    await expect.poll(() => storedTimes(page)).toContainEqual([4.8, 10]);
    expect((await storedTimes(page))[0]).toEqual([0, 4.8]);
    // The choice is remembered.
    await openTimes(page, 2);
    expect(await alongBox(page).isChecked()).toBe(false);
  });

  it('are typed, and what would overlap, be too short or no time is refused and said', async () => {
    const page = await openPlan(application);
    await openTimes(page, 1);
    await alongBox(page).click();
    await type(page, '0:04.5');
    await expect
      .poll(() => refusal(page).textContent())
      .toMatch(/^These times would overlap a passage before/);
    expect(await timesShown(page)).toEqual(['0:05.000', '0:09.800']);
    await type(page, '9.79');
    await expect
      .poll(() => refusal(page).textContent())
      .toBe('A passage must end at least 20 ms after it begins.');
    await type(page, 'soon');
    await expect.poll(() => refusal(page).textContent()).toBe('Write a time as 1:23.456.');
    await expectAccessible(page);
    await retype(start(page), '9.5');
    await start(page).press('Tab');
    await expect.poll(() => refusal(page).textContent()).toBe('');
    await expect
      .poll(() => timesBar(page).getByRole('status').allTextContents())
      .toContainEqual(expect.stringMatching(/characters a second, more than 20$/));
    // Enter saves what is typed.
    await retype(end(page), '0:09.9');
    await end(page).press('Enter');
    await expect.poll(() => storedTimes(page)).toContainEqual([9.5, 9.9]);
  });

  it('of one passage after the other are set, each saved when it is left', async () => {
    const page = await openPlan(application);
    await openTimes(page, 0);
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.000', '0:09.800']);
    await expect.poll(() => focusedName(page)).toBe('Start of the passage');
    expect((await storedTimes(page))[0]).toEqual([0.01, 4.8]);
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => timesShown(page)).toEqual(['0:10.000', '0:14.800']);
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.000', '0:09.800']);
  });

  it('are opened from the menu of a row and by a key while typing, after what is typed is saved', async () => {
    const page = await openPlan(application);
    await writeIn(page, 1);
    await page.keyboard.insertText(' Indeed.');
    await page.getByRole('button', { name: 'More for this passage' }).click();
    await page.getByRole('menuitem', { name: 'Times…' }).click();
    await expect.poll(() => focusedName(page)).toBe('Start of the passage');
    await type(page, '5.1');
    await save(page).click();
    await expect.poll(() => storedTimes(page)).toContainEqual([5.1, 9.8]);
    expect((await shown(page))[1]).toMatch(/ Indeed\.$/);
    await writeIn(page, 2, 'start');
    await page.keyboard.press('Alt+t');
    await expect.poll(() => timesShown(page)).toEqual(['0:10.000', '0:14.800']);
  });
});

describe('the times of a word', () => {
  it('are set by the same keys, from the word at the caret on', async () => {
    const page = await openPlan(application);
    await writeIn(page, 1, 'start');
    // Behind the second word.
    for (let word = 0; word < 2; word += 1) await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('Alt+t');
    await expect.poll(() => focusedName(page)).toBe('Start of the passage');
    await page.keyboard.press('w');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.400', '0:05.800']);
    await page.keyboard.press('.');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.800', '0:06.200']);
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.900', '0:06.200']);
    await page.keyboard.press(',');
    await expect.poll(() => timesShown(page)).toEqual(['0:05.400', '0:05.800']);
    await type(page, '4.9', timeField(page, 'Start of the word'));
    await expect.poll(() => refusal(page).textContent()).toMatch(/^A word must be within its passage/);
    await page.keyboard.press('Enter');
    await expect.poll(() => timesBar(page).count()).toBe(0);
    const words = await page.request.get(`${apiOf(page)}/words`);
    const { segments } = await words.json();
    expect(segments[1].words[2].slice(1, 3)).toEqual([5.9, 6.2]);
    expect((await storedTimes(page))[1]).toEqual([5, 9.8]);
  });
});

describe('when something comes between', () => {
  it('says that a colleague has joined the passage, and goes to where it is now', async () => {
    const { grace, bob } = await openTwo(application);
    await openTimes(grace, 1);
    await grace.keyboard.press('Alt+ArrowRight');
    const before = await rows(grace).count();
    await writeIn(bob, 1, 'start');
    await bob.keyboard.press('Backspace');
    await expect.poll(() => rows(grace).count()).toBe(before - 1);
    await expect
      .poll(() => refusal(grace).textContent())
      .toBe('This passage is no longer in the text. Your times were not saved.');
    expect(await timesShown(grace)).toEqual(['0:05.010', '0:09.800']);
    await timesBar(grace).getByRole('button', { name: 'Go to the passage there now' }).click();
    await expect.poll(() => timesShown(grace)).toEqual(['0:00.000', '0:09.800']);
  });

  it('says who has changed the times meanwhile, keeps the own ones, and sets them on the current text', async () => {
    const { grace, bob } = await openTwo(application, { expectedErrors: /409/ });
    await openTimes(grace, 1);
    await type(grace, '5.3');
    await openTimes(bob, 1);
    await type(bob, '9.5', end(bob));
    await save(bob).click();
    await expect.poll(() => timesShown(grace)).toEqual(['0:05.300', '0:09.500']);
    await save(grace).click();
    await expect
      .poll(() => refusal(grace).textContent())
      .toBe('Bob changed this passage meanwhile. Your times are kept here, not saved.');
    expect((await storedTimes(grace))[1]).toEqual([5, 9.5]);
    await timesBar(grace).getByRole('button', { name: 'Try again on the current text' }).click();
    await expect.poll(() => storedTimes(grace)).toContainEqual([5.3, 9.5]);
    await expect.poll(() => timesBar(grace).count()).toBe(0);
  });

  it('saves over the words of a colleague, whose text stays', async () => {
    const { grace, bob } = await openTwo(application);
    await openTimes(grace, 1);
    await type(grace, '5.3');
    await writeIn(bob, 1);
    await savedText(bob, ' Indeed.');
    await grace.getByText('Indeed.').waitFor();
    await save(grace).click();
    await expect.poll(() => storedTimes(grace)).toContainEqual([5.3, 9.8]);
    expect((await shown(grace))[1]).toMatch(/ Indeed\.$/);
  });

  it('saves the times when the page is left for another one', async () => {
    const page = await openPlan(application);
    const api = apiOf(page);
    await openTimes(page, 1);
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByText('Times set').first().waitFor();
    const { timestampedTranscript } = await (await page.request.get(api)).json();
    expect(timestampedTranscript[1].start).toBe(5.01);
  });

  it('keeps the times while the device is offline, and saves them later', async () => {
    const page = await openPlan(application, { expectedErrors: /ERR_INTERNET_DISCONNECTED/ });
    await openTimes(page, 1);
    await page.context().setOffline(true);
    await type(page, '5.3');
    await save(page).click();
    await expect
      .poll(() => refusal(page).textContent())
      .toBe('Not saved. This device is offline. Your times are kept here.');
    expect(await timesShown(page)).toEqual(['0:05.300', '0:09.800']);
    await page.context().setOffline(false);
    await save(page).click();
    await expect.poll(() => storedTimes(page)).toContainEqual([5.3, 9.8]);
  });
});

it('fits a small screen, with the rest in a menu', async () => {
  const page = await openPlan(application, { width: 375, hasTouch: true });
  await openTimes(page, 1);
  await expectGood(page);
  expect(await timesBar(page).getByRole('button', { name: 'Words' }).count()).toBe(0);
  await timesBar(page).getByRole('button', { name: 'More for these times' }).click();
  await page.getByRole('menuitem', { name: 'Next passage' }).click();
  await expect.poll(() => timesShown(page)).toEqual(['0:10.000', '0:14.800']);
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  await touchBorder(page, 'End of the passage', -60);
  await expect.poll(async () => Number((await timesShown(page))[1]?.slice(2))).toBeLessThan(14);
  expect(await page.evaluate(() => scrollX)).toBe(0);
  await timesBar(page).getByRole('button', { name: 'More for these times' }).click();
  await page.getByRole('menuitem', { name: 'Times of words' }).click();
  await expect.poll(() => focusedName(page)).toBe('More for these times');
  expect(await timesBar(page).locator('q').isVisible()).toBe(true);
  await timesBar(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => timesBar(page).count()).toBe(0);
});
