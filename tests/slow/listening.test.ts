import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { currentTime, expectAccessible, expectNoSideScroll, mediaState } from '#tests/support/browser.ts';
import { openAsNewPerson } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { selectWords } from '#tests/support/select-words.ts';

// Keys of people's own, and screens that the player fits. The rest: tests/e2e/listening.test.ts.
const application = await sharedApplication();
const file = { name: 'listening.wav', buffer: await wavRecording(31_000) };

it('lets people choose their keys, for foot pedals too, and keeps them', async () => {
  const page = await openAsNewPerson(application, file);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('button', { name: 'Change the key: Mute' }).press('Enter');
  await dialog.getByText('Press a key…').waitFor();
  await page.keyboard.press('e');
  await dialog.getByText('E is needed elsewhere. Choose another key.').waitFor();
  await dialog.getByRole('button', { name: 'Change the key: Mute' }).press('Enter');
  await page.keyboard.press('k');
  await dialog.getByText('K: Mute, and no longer Play or pause.').waitFor();
  await dialog.getByRole('button', { name: /^Add oTranscribe/ }).press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.press('k');
  await expect.poll(() => mediaState(page)).toMatchObject({ muted: true, paused: true });
  const before = await currentTime(page);
  await page.keyboard.press('F2');
  await expect.poll(() => currentTime(page)).toBe(before + 10);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

it.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 375 },
] as const)('fits the screen ($theme, $width px)', async ({ theme, width }) => {
  const page = await openAsNewPerson(application, file, { theme, width });
  await selectWords(page, 0, '', (await page.locator('.segment-words').first().innerText()).slice(0, 20));
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Stop looping' }).waitFor();
  await page.getByRole('button', { name: 'Playback settings' }).click();
  await expectNoSideScroll(page);
  await expectAccessible(page);
});
