import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createShare } from '#contract/shares.ts';
import { sharedApplication } from '#tests/support/application.ts';
import { currentTime, expectAccessible, haveAccount, openPage } from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Parts of a recording: links that play only that part.
const application = await sharedApplication();
const { url, browser } = application;
const file = { name: 'clips.wav', buffer: await wavRecording(31_000) };

const player = (page: Page) => page.getByRole('region', { name: 'Player' });

async function withTranscript(): Promise<{ page: Page; id: number }> {
  const page = await openPage(browser);
  await haveAccount(page, url);
  return { page, id: await haveTranscript(page, application, file) };
}

it('plays a link to a clip from its start to its end, again, and then everything', async () => {
  const { page, id } = await withTranscript();
  await page.goto(`${url}/transcript/${id}?t=12.5&end=0:13.3`);
  await player(page).getByText('Clip 0:12.5 to 0:13.3').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  expect(await currentTime(page)).toBe(12.5);
  for (const press of ['k', 'k', 'again']) {
    if (press === 'again') await page.getByRole('button', { name: 'Play again' }).press('Enter');
    else await page.keyboard.press(press);
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(await currentTime(page)).toBeCloseTo(13.3, 1);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play everything' }).press('Enter');
  await page.waitForURL(`${url}/transcript/${id}`);
  await player(page).getByText('Clip').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  expect(await currentTime(page)).toBeLessThan(12);
});

it('takes no notice of an end that makes no sense', async () => {
  const { page, id } = await withTranscript();
  for (const search of ['end=3&t=5', 't=5&end=x']) {
    await page.goto(`${url}/transcript/${id}?${search}`);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(await currentTime(page)).toBe(5);
    expect(await player(page).getByText('Clip').count()).toBe(0);
  }
});

it('plays a clip on a public link, too, and ends with a recording that is shorter', async () => {
  const { page, id } = await withTranscript();
  const path = createShare.path.replace(':id', String(id));
  const { shareUrl } = await (await page.request.post(url + path, { data: {} })).json();
  const visitor = await openPage(browser);
  await visitor.goto(`${shareUrl}?t=30&end=500`);
  await player(visitor).getByText('Clip 0:30.0 to 0:31.0').waitFor();
  await visitor.getByRole('button', { name: 'Play', exact: true }).click();
  await visitor.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await visitor.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => currentTime(visitor)).toBeGreaterThanOrEqual(30);
});
