import { expect, it } from 'vitest';
import { query, sharedApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  haveAccount,
  openPage,
} from '#tests/support/browser.ts';
import {
  bar,
  downTo,
  item,
  nameIn,
  names,
  openDoubts,
  recording,
  toggle,
} from '#tests/support/correcting.ts';
import { openPlan, rows, saved, textOf } from '#tests/support/editing.ts';
import { openTranscript } from '#tests/support/finished-transcript.ts';

// What tests/e2e/correcting.test.ts leaves out: the menu of a speaker's name and the words to be checked in odd circumstances.
const application = await sharedApplication();
const { url, browser } = application;

it('says why the voice of a speaker cannot be heard', async () => {
  const page = await openPage(browser, { expectedErrors: /404|ERR_/ });
  await haveAccount(page, url);
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
  await openTranscript(page, application, recording);
  await page.getByText('Unable to load media file.').first().waitFor();
  await nameIn(page, 0).click();
  await item(page, 'Hear a sample').filter({ hasText: 'Unable to load media file.' }).waitFor();
  await expectAccessible(page);
  await downTo(page, 'Hear a sample');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('menu').count()).toBe(1);
});

it('finds one of forty speakers with long names by typing, on a narrow screen', async () => {
  const page = await openPlan(application, { width: 320 });
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const labels = Array.from({ length: 40 }, (_, at) => `Speaker ${at + 1}`);
  const named = Object.fromEntries(labels.map((label, at) => [label, `${at + 1} `.padEnd(50, 'Wx')]));
  await query(
    application,
    `insert into segments (transcript_id, position, revision, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
     select transcript_id, 1000 + n, 0, user_id, 'Speaker ' || n, 60000, 60000, 'So.', 'so.', '[]', timing
     from (select * from segments where transcript_id = $1 order by position limit 1) one, generate_series(3, 40) n`,
    [id],
  );
  await query(application, 'update transcripts set speaker_names = $2 where id = $1', [id, named]);
  await page.reload();
  await nameIn(page, 0).click();
  const menu = page.getByRole('menu');
  await expect.poll(() => menu.getByRole('menuitem').count()).toBe(4 + 39);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.keyboard.type('37');
  await expect.poll(() => focusedName(page)).toMatch(/^37 /);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await names(page))[0]).toMatch(/^37 /);
});

it('words to check are gone in another window once they are confirmed, and stay where words beside them change', async () => {
  const page = await openDoubts(application);
  await toggle(page).click();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await toggle(other).waitFor();
  await saved(page, async () => {
    await page.keyboard.press('n');
    await expect.poll(() => focusedName(page)).toBe('Right');
    await page.keyboard.press('Enter');
  });
  await expect.poll(() => toggle(other).textContent()).toBe('2 words to check');
  await page.keyboard.press('Escape');
  await textOf(rows(page).first()).dblclick({ position: { x: 4, y: 10 } });
  await page.keyboard.press('Home');
  await saved(page, () => page.keyboard.insertText('So, '), 'So, ');
  await expect.poll(() => toggle(page).textContent()).toBe('2 words to check');
});

it.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 320 },
] as const)('words to check fit the screen ($theme, $width px)', async (options) => {
  const page = await openDoubts(application, options);
  await page.keyboard.press('n');
  await bar(page).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // Colors alone would not show that they are shown.
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await toggle(page).evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
});
