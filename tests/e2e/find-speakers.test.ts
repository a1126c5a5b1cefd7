import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { query, sharedApplication } from '#tests/support/application.ts';
import { expectGood, tabTo, toast } from '#tests/support/browser.ts';
import { openSpeakers } from '#tests/support/speakers.ts';

// Finding speakers again, with the speech engine that changes the speaker every 5 s, in turns of as many people as it is told.
const application = await sharedApplication();

/** The distinct speakers above the passages. */
const speakersIn = async (page: Page) =>
  [
    ...new Set(
      await page
        .locator('.segment')
        .getByText(/^Speaker \d$/)
        .allTextContents(),
    ),
  ].toSorted();

async function findAgain(page: Page, count: string, chosen = 'Automatic'): Promise<void> {
  await tabTo(page, 'More actions');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Find speakers again…' }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, chosen);
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: count, exact: true }).press('Enter');
  await expectGood(page);
  await tabTo(page, 'Find speakers');
  await page.keyboard.press('Enter');
}

it('finds the speakers of a text again, tells what would change, changes it, and takes it back', async () => {
  const page = await openSpeakers(application);
  await expect.poll(() => speakersIn(page)).toEqual(['Speaker 1', 'Speaker 2']);
  await findAgain(page, '3');
  const notice = page.getByRole('status').filter({ hasText: 'Speakers were found again.' });
  await notice.waitFor();
  expect(await notice.textContent()).toMatch(/3 speakers instead of 2; \d passages change\.$/);
  expect(await speakersIn(page)).toEqual(['Speaker 1', 'Speaker 2']);
  await expectGood(page);
  await page.reload();
  await notice.waitFor();
  await page.getByRole('button', { name: 'Change speakers' }).press('Enter');
  await toast(page, 'Speakers changed').waitFor();
  await expect.poll(() => speakersIn(page)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 3']);
  await expect.poll(() => notice.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().press('Enter');
  await toast(page, 'Undid: finding of speakers').waitFor();
  await expect.poll(() => speakersIn(page)).toEqual(['Speaker 1', 'Speaker 2']);
});

it('keeps the speakers when the result is discarded, and says when nothing changes', async () => {
  const page = await openSpeakers(application, { width: 375 });
  await findAgain(page, '2');
  await page.getByText('nothing changes.').waitFor();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).press('Enter');
  await page.getByText('nothing changes.').waitFor({ state: 'detached' });
  await findAgain(page, '1', '2');
  await page.getByText('1 speaker instead of 2').waitFor();
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByText('1 speaker instead of 2').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

it('says that better speakers are possible, until they are found or the note is dismissed', async () => {
  const page = await openSpeakers(application);
  const note = page.getByText('Better speakers are possible.');
  const toldApart = page.getByText('Speakers were told apart by their voices.');
  await toldApart.waitFor();
  const id = Number(/transcript\/(\d+)/.exec(page.url())?.[1]);
  await query(application, "update transcripts set speakers_by = 'cepstra' where id = $1", [id]);
  await page.reload();
  await note.waitFor();
  await expectGood(page);
  await page.getByRole('button', { name: 'Find speakers again…' }).press('Enter');
  await page.getByRole('button', { name: 'Find speakers', exact: true }).press('Enter');
  await page.getByText('nothing changes.').waitFor();
  expect(await note.count()).toBe(0);
  await page.getByRole('button', { name: 'Dismiss', exact: true }).press('Enter');
  await toldApart.or(page.getByText('Speakers are a rough guess')).waitFor();
  expect(await note.count()).toBe(0);
});
