import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, haveAccount, openPage } from '#tests/support/browser.ts';

const { url, browser } = await sharedApplication();

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
