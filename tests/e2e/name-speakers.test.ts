import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectGood, focusedName } from '#tests/support/browser.ts';
import { openSpeakers } from '#tests/support/speakers.ts';
import { watchPlayed } from '#tests/support/times.ts';

const application = await sharedApplication();

it('names all speakers in one pass by the keyboard, each with samples to hear, as one change', async () => {
  const page = await openSpeakers(application);
  const open = page.getByRole('button', { name: 'Name speakers…' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Name speakers' });
  await expect.poll(() => focusedName(page)).toBe('Name of Speaker 1');
  await expectGood(page);
  const played = await watchPlayed(page);
  await page.keyboard.press('Alt+1');
  await expect.poll(async () => (await played()).length).toBeGreaterThan(0);
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Name of Speaker 2');
  // The next voice is heard at once.
  const first = dialog.getByRole('button', { name: /^Hear Speaker 2, sample 1, at/ });
  await expect.poll(async () => (await played()).length).toBeGreaterThan(1);
  await first.waitFor();
  await page.keyboard.type('ann');
  await dialog.getByText('Another speaker has this name too.').first().waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Bob');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => focusedName(page)).toBe('Name of Speaker 1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('Name speakers…');
  await page.getByRole('button', { name: 'Rename Ann' }).waitFor();
  await page.getByRole('button', { name: 'Rename Bob' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Rename Bob' }).waitFor();

  // What is emptied has its number again, and Cancel changes nothing.
  await open.click();
  await expect.poll(() => focusedName(page)).toBe('Name of Speaker 1');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Rename Ann' }).waitFor();
  await open.click();
  await expect.poll(() => focusedName(page)).toBe('Name of Speaker 1');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Save names' }).click();
  await page.getByRole('button', { name: 'Rename Speaker 1' }).waitFor();
  await page.getByRole('button', { name: 'Rename Bob' }).waitFor();
});
