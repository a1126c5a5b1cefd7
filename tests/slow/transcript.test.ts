import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, toast } from '#tests/support/browser.ts';
import { openSpeakers } from '#tests/support/speakers.ts';
import { checkTranscriptScreens } from '#tests/support/transcript-screens.ts';

// Names of speakers on a slow server and in versions of a transcript. The rest: tests/e2e/transcript.test.ts.
const application = await sharedApplication();

describe('speakers', () => {
  it('keep their names while the server refuses or is slow, and those of each version of the transcript', async () => {
    const page = await openSpeakers(application, { expectedErrors: /500/ });
    await page.route('**/api/transcripts/*', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }),
    );
    await page.getByRole('button', { name: 'Rename Speaker 2' }).click();
    await page.getByPlaceholder('Custom name...').pressSequentially('Linus');
    await page.keyboard.press('Enter');
    await toast(page, 'Failed to update speaker names').waitFor();
    await page.getByRole('region', { name: 'Speakers' }).getByText('Speaker 2', { exact: true }).waitFor();
    expect(await page.locator('.segment-speaker').allTextContents()).not.toContain('Linus');
    await page.unroute('**/api/transcripts/*');

    // Two names are given before the first is saved.
    const held = Promise.withResolvers<void>();
    const saved: number[] = [];
    let sent = 0;
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH') saved.push(response.status());
    });
    await page.route('**/api/transcripts/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      sent += 1;
      if (sent === 1) await held.promise;
      return route.continue();
    });
    for (const [label, name] of [
      ['Speaker 1', 'Ada'],
      ['Speaker 2', 'Grace'],
    ]) {
      await page.getByRole('button', { name: `Rename ${label}` }).click();
      await page.getByPlaceholder('Custom name...').pressSequentially(name ?? '');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Reset ${name} to ${label}` }).waitFor();
    }
    held.resolve();
    await expect.poll(() => saved).toEqual([200, 200]);
    await page.reload();
    await page.getByRole('button', { name: 'Reset Ada to Speaker 1' }).waitFor();
    await page.getByRole('button', { name: 'Reset Grace to Speaker 2' }).waitFor();

    await page.unroute('**/api/transcripts/*');
    await page.locator('.segment-speaker', { hasText: 'Grace' }).first().waitFor();
    // Transcribing again makes a new version and keeps the old one, which can be shown again.
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Transcribe again…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Transcribe again' }).click();
    await expect.poll(() => page.locator('.segment-speaker', { hasText: 'Grace' }).count()).toBe(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Versions…' }).click();
    const versions = page.getByRole('dialog').getByRole('listitem');
    await expect.poll(() => versions.count()).toBe(2);
    await expectAccessible(page);
    await versions.nth(1).getByRole('button', { name: 'Show this version' }).click();
    await page.locator('.segment-speaker', { hasText: 'Grace' }).first().waitFor();
  });
});

// On a wide light screen: tests/slow/screens.test.ts.
it('fits a narrow dark screen and has no fault that axe finds', () =>
  checkTranscriptScreens(application, { theme: 'dark', width: 375 }));
