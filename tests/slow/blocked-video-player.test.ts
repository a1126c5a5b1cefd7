import { afterAll, expect, it } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll, openPage, signUp } from '#tests/support/browser.ts';
import { startVideoDouble } from '#tests/support/video-double.ts';

const videos = await startVideoDouble();
const { url, browser, close } = await openApplication({ env: videos.env });
videos.add({
  id: 'abcdefghij1',
  title: 'Old mill',
  seconds: 120,
  captions: [
    {
      language: 'en',
      events: Array.from({ length: 40 }, (_, line) => ({
        tStartMs: line * 3000,
        dDurationMs: 3000,
        segs: [{ utf8: `This is line ${line} of the old mill.` }],
      })),
    },
  ],
});
afterAll(async () => {
  await close();
  await videos.close();
});

it('says that the player of a video site is blocked, and the text goes on without it', async () => {
  const page = await openPage(browser, {
    width: 375,
    theme: 'dark',
    expectedErrors: /ERR_FAILED|iframe_api/,
  });
  await page.route('https://www.youtube.com/**', (route) => route.abort());
  await signUp(page, url);
  await page.getByRole('combobox', { name: 'Where the recording comes from' }).selectOption('YouTube Search');
  await page.getByLabel('Or paste a link').fill('youtu.be/abcdefghij1');
  await page.keyboard.press('Enter');
  await page.getByRole('article').waitFor();
  await page.locator('.segment-time', { hasText: '0:12' }).first().click();
  const link = page.getByRole('link', { name: /^Watch on YouTube from 0:1/ });
  await link.waitFor();
  await page.getByText(/^The video player could not be loaded/).waitFor();
  expect(await link.getAttribute('href')).toMatch(
    /^https:\/\/www\.youtube\.com\/watch\?v=abcdefghij1&t=1\ds$/,
  );
  await page.locator('.segment[aria-current="true"]').waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
