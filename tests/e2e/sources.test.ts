import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import {
  currentTime,
  expectAccessible,
  focusedName,
  openPage,
  signUp,
  tabTo,
  watchFor,
} from '#tests/support/browser.ts';
import { embedTime, stubEmbed } from '#tests/support/embed-stub.ts';
import { longFeed, rssFeed, startPodcastDouble } from '#tests/support/podcast-double.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { startVideoDouble } from '#tests/support/video-double.ts';

// Podcasts and videos from their search to a transcript that plays, with doubles of the sites and the fake engine.
const HOSTILE = '<img src=x onerror=alert(1)>';
const CAPTIONS = {
  language: 'en',
  events: Array.from({ length: 40 }, (_, line) => ({
    tStartMs: line * 3000,
    dDurationMs: 3000,
    segs: [{ utf8: `This is line ${line} of the old mill.` }],
  })),
};

const [podcasts, videos] = await Promise.all([startPodcastDouble(), startVideoDouble()]);
const OUTBOUND_ALLOW = `${podcasts.env.OUTBOUND_ALLOW},${videos.env.OUTBOUND_ALLOW}`;
const { url, browser, close } = await openApplication({
  env: { ...podcasts.env, ...videos.env, OUTBOUND_ALLOW },
  expectedErrors: /podcast_search_failed/,
});

beforeAll(async () => {
  const sound = await wavRecording(21_000);
  const audioUrl = podcasts.put('/mill.wav', { kind: 'file', bytes: sound, type: 'audio/wav' });
  podcasts.list({
    title: `The Mill ${HOSTILE}`,
    feed: rssFeed(
      [
        {
          title: 'Short one',
          guid: '2',
          audioUrl,
          duration: '0:21',
          description: '<p>The <b>last</b> one.</p>',
        },
        { title: HOSTILE, guid: '1', audioUrl, description: `${HOSTILE} ${'words '.repeat(60)}` },
      ],
      { description: `Mills ${'turn '.repeat(60)}` },
    ),
  });
  podcasts.list({ title: 'The Long One', feed: longFeed(200), trackCount: 200 });
  for (let number = 1; number <= 8; number += 1) podcasts.list({ title: `Quiet Talk ${number}`, feed: '' });
  videos.add({
    id: 'abcdefghij1',
    title: `Old mill ${HOSTILE}`,
    channel: 'Old Things',
    seconds: 120,
    views: '1,234 views',
    captions: [CAPTIONS],
  });
  videos.add({
    id: 'abcdefghij2',
    title: 'A mill at night',
    channel: 'Night',
    seconds: 61,
    views: '5K views',
  });
  videos.add({ id: 'abcdefghij3', title: 'Mill, live' });
  return async () => {
    await close();
    await Promise.all([podcasts.close(), videos.close()]);
  };
});

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const box = (page: Page, name: string) => page.getByRole('combobox', { name });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true });
const timeOf = (page: Page, time: string) => page.locator('.segment-time', { hasText: time }).first();
const result = (page: Page) => page.getByRole('article');

async function withPictures(page: Page): Promise<void> {
  await page.route(/^https:\/\/(images\.example\.org|i\.ytimg\.com)\//, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  page.on('dialog', () => expect.unreachable('a script ran'));
}

it('finds a podcast, says why there are no episodes, goes through them and makes a transcript of one', async () => {
  const page = await openPage(browser, { expectedErrors: /401|500|502/ });
  await withPictures(page);
  await signUp(page, url);
  await tab(page, 'Podcast Search').click();
  const search = box(page, 'Search podcasts');

  // Suggestions, by keyboard.
  expect(await page.getByRole('button', { name: 'Search', exact: true }).isDisabled()).toBe(true);
  await search.pressSequentially('qu');
  await page.getByRole('option').nth(7).waitFor();
  expect(podcasts.requests.at(-1)?.path).toContain('limit=8');
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Quiet Talk 1');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('option').count()).toBe(0);

  await search.fill('nothing like it');
  await page.keyboard.press('Enter');
  await toast(page, 'No podcasts found for your search query.').waitFor();
  await search.fill('broken');
  // The suggestions have been asked for: the failure is for the search.
  await expect.poll(() => podcasts.requests.at(-1)?.path).toContain('broken');
  podcasts.fail(500);
  await page.keyboard.press('Enter');
  await toast(page, 'Failed to search podcasts').waitFor();

  await search.fill('long');
  await page.getByText('1 suggestion, arrow down to choose').waitFor({ state: 'attached' });
  await search.fill('the');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /The Long One.*About depth\./ }).waitFor();
  const about = async (text: RegExp) => (await page.getByText(text).last().textContent())?.length;
  expect(await about(/^Mills turn/)).toBe('…'.length + 120);
  await expectAccessible(page);

  // Episodes that cannot be loaded: a feed that fails is asked for once more, and who is not signed in is offered a login.
  const asked: string[] = [];
  let status = 500;
  const episodes = '**/api/podcasts/*/episodes*';
  await page.route(episodes, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status, json: { message: 'No.', code: 'internal' } });
  });
  await page.getByRole('button', { name: /The Long One/ }).click();
  await page.getByText('Podcast feeds may take up to 15 seconds').waitFor();
  await page.getByText('Failed to load episodes', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refresh Page' }).waitFor();
  expect(asked).toHaveLength(2);
  await page.getByRole('button', { name: 'Back to search' }).click();
  status = 401;
  await page.getByRole('button', { name: /The Long One/ }).click();
  await page.getByText('Please log in to view podcast episodes').waitFor();
  expect(await page.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
    '/api/login?returnTo=%2F%3Finput%3Dpodcasts',
  );
  await page.getByRole('button', { name: 'Back to search' }).click();
  await page.unroute(episodes);

  // Twenty at a time, by scrolling and by the button; back to where it was.
  await page.getByRole('button', { name: /The Long One/ }).click();
  await page.getByText('20 of 200 episodes').waitFor();
  await page.getByRole('button', { name: 'Transcribe Episode 181: going on' }).scrollIntoViewIfNeeded();
  await page.getByText('40 of 200 episodes').waitFor();
  await page.getByRole('button', { name: 'Load more' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^(60|80) of 200 episodes/).waitFor();
  await page.getByRole('button', { name: 'Back to search' }).click();
  await expect.poll(() => focusedName(page)).toContain('The Long One');

  await page.getByRole('button', { name: /^The Mill/ }).click();
  await page.getByText(/feed is limited: it has only 2 episodes/).waitFor();
  await page.getByText('The last one.', { exact: true }).waitFor();
  expect(await about(/^Mills turn/)).toBe('…'.length + 150);
  const cut = await page
    .getByRole('listitem')
    .filter({ hasText: 'words words' })
    .locator('p')
    .last()
    .textContent();
  expect(cut?.length).toBeLessThanOrEqual(151);
  await page.getByRole('button', { name: 'Transcribe Short one' }).dblclick();
  await result(page).getByRole('heading', { name: 'Short one' }).waitFor();
  await page.getByRole('button', { name: 'New transcript' }).click();
  await search.waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

it('tells by keyboard alone why a video could not be processed; takes another from its captions, and plays it at its site once somebody asks for that', async () => {
  const page = await openPage(browser, { expectedErrors: /422/ });
  await withPictures(page);
  await stubEmbed(page);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (/youtube/.test(new URL(request.url()).host)) elsewhere.push(request.url());
  });
  await signUp(page, url);
  await tab(page, 'YouTube Search').click();

  // The link is checked before it is sent.
  await page.getByRole('button', { name: 'Process Video' }).click();
  await page.getByText('Please enter a YouTube URL or search for a video.').waitFor();
  await page.getByLabel('Or paste a link').fill('https://example.org/watch?v=abcdefghij1');
  await page.keyboard.press('Enter');
  await page.getByText(/^This is not a valid YouTube URL/).waitFor();

  const search = box(page, 'Search YouTube');
  await search.pressSequentially('mi');
  await page.waitForTimeout(500);
  expect(videos.requests).toEqual([]);

  // By keyboard alone.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('at night');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^A mill at night/ }).waitFor();
  await tabTo(page, /^A mill at night/);
  await page.keyboard.press('Enter');
  await toast(page, 'Processing Failed').waitFor();
  await page.getByText(/^Video processing failed: /).waitFor();
  await tabTo(page, 'Dismiss');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByText(/^Video processing failed: /).count()).toBe(0);

  await search.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('mil');
  await page.getByRole('option').nth(2).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Unknown views').waitFor();
  await expectAccessible(page);
  // The bar moves by itself while the page waits.
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/transcribe/youtube', async (route) => {
    await held;
    await route.continue();
  });
  const steps = ['Downloading', 'Extracting audio', 'Transcription complete!'];
  const seen = await watchFor(page, 'main', ...steps);
  await page.getByRole('button', { name: /^Old mill/ }).click();
  await expect.poll(seen).toEqual(steps.slice(0, 2));
  go();
  await expect.poll(seen).toEqual(steps);
  await result(page)
    .getByRole('heading', { name: /^Old mill/ })
    .waitFor();
  await expect.poll(() => search.inputValue()).toBe('');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(elsewhere).toEqual([]);

  // A click on a time loads the player and begins there; the text follows.
  const id = /transcript=(\d+)/.exec(page.url())?.[1];
  await page.goto(`${url}/transcript/${id}?clips=1-3`);
  const clips = page.getByRole('dialog', { name: 'Clips' });
  await clips.getByText(/plays from its own site and is not stored here/).waitFor();
  await clips.getByRole('button', { name: 'Copy clip link' }).waitFor();
  await page.goto(`${url}/transcript/${id}?t=30`);
  await page.getByRole('button', { name: 'Load video at 0:30' }).waitFor();
  await expectAccessible(page);
  expect(elsewhere).toEqual([]);
  await timeOf(page, '0:42').click();
  await expect.poll(() => embedTime(page)).toBeGreaterThan(42);
  await page
    .locator('.segment[aria-current="true"]')
    .filter({ hasText: /line 1[3-6]/ })
    .waitFor();
  expect(elsewhere[0]).toBe('https://www.youtube.com/iframe_api');
  await page.keyboard.press('l');
  await expect.poll(() => embedTime(page)).toBeGreaterThan(50);
  // On wide screens, the picture stays beside the text.
  await page.mouse.wheel(0, 4000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect(await page.getByRole('region', { name: 'Player' }).boundingBox()).toMatchObject({ y: 8 });
  expect(await page.getByRole('region', { name: 'Mini player' }).count()).toBe(0);
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.mouse.wheel(0, 4000);
  const mini = page.getByRole('region', { name: 'Mini player' });
  await mini.getByRole('button', { name: 'Pause' }).click();
  await mini.getByRole('button', { name: 'Play', exact: true }).waitFor();
});
