import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { deleteClip } from '#contract/clips.ts';
import { createShare } from '#contract/shares.ts';
import { testApp } from '#tests/support/app.ts';
import { sharedApplication } from '#tests/support/application.ts';
import { copiedText, currentTime, expectAccessible, haveAccount, openPage } from '#tests/support/browser.ts';
import { makeClip, seedWithFile } from '#tests/support/clips.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { selectWithToolbar, selectWords, wordsToolbar } from '#tests/support/select-words.ts';

// Links that play only a part of a recording, and clips that are made in other ways. The rest: tests/e2e/clips.test.ts, tests/http/clips.test.ts.
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
  await expect.poll(() => currentTime(page)).toBe(12.5);
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
    await expect.poll(() => currentTime(page)).toBe(5);
    expect(await player(page).getByText('Clip').count()).toBe(0);
  }
});

it('plays a clip on a public link, too, and ends with a recording that is shorter', async () => {
  const { page, id } = await withTranscript();
  const path = createShare.path.replace(':id', String(id));
  const { shareUrl } = await (await page.request.post(url + path, { data: {} })).json();
  const visitor = await openPage(browser);
  await page.goto(`${url}/transcript/${id}?clips=29-30.5`);
  await page.getByRole('button', { name: 'Copy public clip link' }).click();
  const shared = `${shareUrl}?t=29&end=30.5`;
  expect(await copiedText(page, shared)).toBe(shared);
  await visitor.goto(`${shareUrl}?t=30&end=500`);
  await player(visitor).getByText('Clip 0:30.0 to 0:31.0').waitFor();
  await visitor.getByRole('button', { name: 'Play', exact: true }).click();
  await visitor.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await visitor.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => currentTime(visitor)).toBeGreaterThanOrEqual(30);
});

it.each([1280, 375])(
  'copies words of a public link as a quote with speaker, time and link, and offers visitors nothing else (%i px)',
  async (width) => {
    const { page, id } = await withTranscript();
    const path = createShare.path.replace(':id', String(id));
    const { shareUrl } = await (await page.request.post(url + path, { data: {} })).json();
    const visitor = await openPage(browser, { width });
    await visitor.goto(shareUrl);
    await visitor.locator('.segment-words').first().waitFor();
    await selectWithToolbar(visitor, 1, 'two hundred dollars');
    await expectAccessible(visitor);
    expect(await wordsToolbar(visitor).getByRole('button').count()).toBe(1);
    await wordsToolbar(visitor).getByRole('button', { name: 'Copy quote' }).click();
    await visitor.getByText('Quote copied').waitFor();
    const quoted = await copiedText(visitor, /^“two hundred dollars” — .*Speaker \d, 0:\d\d, http/);
    const link = quoted.split(', ').at(-1) ?? '';
    expect(link.startsWith(`${shareUrl}?t=`)).toBe(true);
    await selectWords(visitor, 0, 'Thank you');
    await visitor.keyboard.press('q');
    await copiedText(visitor, '“Thank you”');
    await visitor.keyboard.press('?');
    await visitor.getByText('Copy the selected text, or the active row, as a quote').waitFor();
    expect(await visitor.getByText('Make a clip of the selected text').count()).toBe(0);
    // Whoever follows the quote hears it.
    await visitor.goto(link);
    const start = Number(new URL(link).searchParams.get('t'));
    await expect.poll(() => currentTime(visitor)).toBeCloseTo(start, 2);
  },
);

it('copies the link of a clip, and makes an MP4 with captions of a video', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const video = { name: 'clip.mp4', buffer: await encoded(await wavRecording(9000), 'mp4') };
  const id = await haveTranscript(page, application, video);
  await page.goto(`${url}/transcript/${id}?clips=0.5-2.25`);
  const dialog = page.getByRole('dialog', { name: 'Clips' });
  await dialog.getByRole('button', { name: 'Copy clip link' }).click();
  const link = `${url}/transcript/${id}?t=0.5&end=2.25`;
  expect(await copiedText(page, link)).toBe(link);
  await dialog.getByRole('switch', { name: 'Captions in the picture' }).click();
  await dialog.getByRole('button', { name: 'Create file' }).click();
  await dialog.getByRole('link', { name: 'Download MP4 of 0:00.5 to 0:02.3, captions' }).waitFor();
});

it('copies selected words as a quote that leads to them, and makes a clip of them', async () => {
  const { page, id } = await withTranscript();
  await page.goto(`${url}/transcript/${id}`);
  const row = page.locator('.segment-words').nth(1);
  const words = (await row.innerText()).split(' ').slice(0, 3);
  const toolbar = page.getByRole('toolbar', { name: 'Selected words' });
  await selectWords(page, 1, words.join(' '));
  await toolbar.getByRole('button', { name: 'Copy quote' }).click();
  await page.getByText('Quote copied').waitFor();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text();
    return { text: await read('text/plain'), html: await read('text/html') };
  });
  const [, link = ''] = / — Speaker 2, 0:05, (http\S+)$/.exec(copied.text ?? '') ?? [];
  expect(copied.text).toBe(`“${words.join(' ')}” — Speaker 2, 0:05, ${link}`);
  expect(copied.html).toContain(`<a href="${link.replace('&', '&amp;')}">0:05</a>`);
  await selectWords(page, 1, words.join(' '));
  await toolbar.getByRole('button', { name: 'Make a clip' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clips' });
  await dialog.getByText(`“${words.join(' ')}”`).waitFor();
  await page.goto(link);
  await player(page)
    .getByText(/^Clip 0:05/)
    .waitFor();
  // By the keyboard alone: of the row that is played.
  await page.locator('.segment[aria-current="true"]').waitFor();
  await page.keyboard.press('q');
  await page.getByText('Quote copied').waitFor();
  const whole = `“${(await row.innerText()).trim()}” — Speaker 2, 0:05`;
  await copiedText(page, whole);
  await page.keyboard.press('x');
  await dialog.getByLabel('Start', { exact: true }).waitFor();
});

it('ends the run of a clip that is deleted, and leaves nothing of it', async () => {
  const test = await testApp({ workers: true });
  const ann = await test.person();
  const id = await seedWithFile(test, ann, 900_000);
  const clip = await makeClip(ann, { id }, { start: 0, end: 900, format: 'mp3' });
  const folders = () => readdir(join(test.deps.config.dataDir, 'work')).catch(() => []);
  await expect.poll(folders).toHaveLength(1);
  await ann.call(deleteClip, { params: { id, clipId: clip.id } });
  await expect.poll(folders).toEqual([]);
  expect(await test.sql(`select state from pgboss.job where name = 'clip'`)).toEqual([
    { state: 'cancelled' },
  ]);
  expect(await test.deps.store.list('clips/')[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
});
