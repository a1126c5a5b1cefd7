import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  haveAccount,
  openPage,
  openTranscript,
  signUp,
  upload,
} from '#tests/support/browser.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// What the screens say: in states that seldom come, and that the words fit where they stand.
let browser: Browser;
let url = '';
const recording = await wavRecording(11_000);
const file = (name: string) => ({ name, mimeType: 'audio/wav', buffer: recording });

beforeAll(async () => {
  const application = await openApplication();
  ({ url, browser } = application);
  return application.close;
});

/** What the server answers about a transcript from now on, with these fields put in. */
async function answerAbout(page: Page, fields: object): Promise<void> {
  await page.route(/\/api\/transcripts\/\d+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } });
  });
}

describe('a transcript', () => {
  it('in a state that nobody knows here is shown neutrally, one in error as failed', async () => {
    const page = await openPage(browser);
    await haveAccount(page, url);
    await openTranscript(page, url, file('talk.wav'));
    await answerAbout(page, { status: 'archived' });
    await page.reload();
    await page.getByRole('heading', { name: 'talk' }).waitFor();
    await page.getByText('archived', { exact: true }).waitFor();
    expect(await page.getByText('Transcription Failed').count()).toBe(0);
    await expectAccessible(page);
    await page.unroute(/\/api\/transcripts\/\d+$/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Share' }).waitFor();
    await answerAbout(page, { status: 'error', errorMessage: null, sourceType: 'podcast' });
    await page.reload();
    await page.getByText('Transcription Failed').waitFor();
    await page.getByText('An error occurred during transcription.').waitFor();
    await page.getByText(/use Podcast Search instead of pasting RSS feed URLs/).waitFor();
  });

  it('that was uploaded and failed gives no advice about feeds', async () => {
    const page = await openPage(browser);
    await signUp(page, url);
    const buffer = Buffer.from('not music '.repeat(50));
    await upload(page, { name: 'text.mp3', mimeType: 'audio/mpeg', buffer });
    await page.getByText('Transcription Failed').waitFor();
    await page.getByText('Podcast Search can fetch it for you').waitFor();
    expect(await page.getByText(/RSS/).count()).toBe(0);
  });
});

describe('a public link', () => {
  it('that cannot be opened says so as it should, whatever the reason, and can be tried again', async () => {
    const page = await openPage(browser, { expectedErrors: /404|500/ });
    await haveAccount(page, url);
    await openTranscript(page, url, file('talk.wav'));
    const id = page.url().split('/').at(-1);
    const { shareUrl } = await (await page.request.post(`${url}/api/transcripts/${id}/share`)).json();
    const visitor = await openPage(browser, { expectedErrors: /404|503|ERR_FAILED/ });
    const notFound = async () => {
      await visitor.getByText('Transcript Not Found').waitFor();
      await visitor
        .getByText('This shared transcript may have been removed or the link is invalid.')
        .waitFor();
      await visitor.getByRole('link', { name: 'Go to App' }).waitFor();
    };
    await visitor.route('**/api/share/*', (route) => route.abort());
    await visitor.goto(shareUrl);
    await notFound();
    await visitor.getByText('Please check your connection.').waitFor();
    await expectAccessible(visitor);
    await visitor.unroute('**/api/share/*');
    await visitor.route('**/api/share/*', (route) =>
      route.fulfill({ status: 503, json: { message: 'Busy just now.', code: 'busy' } }),
    );
    await visitor.getByRole('button', { name: 'Try again' }).click();
    await visitor.getByText('Busy just now.').waitFor();
    await notFound();
    await visitor.unroute('**/api/share/*');
    await visitor.getByRole('button', { name: 'Try again' }).click();
    await visitor.getByRole('heading', { name: 'talk' }).waitFor();
    await page.request.delete(`${url}/api/transcripts/${id}/share`);
    await visitor.reload();
    await notFound();
    await visitor.getByText('Please ask whoever gave you the link for a new one.').waitFor();
  });
});

describe('every page', () => {
  it('draws the icons of the application in its theme', async () => {
    const icons = async (theme: 'light' | 'dark') => {
      const page = await openPage(browser, { theme });
      await page.goto(url);
      const href = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
      await expect.poll(() => page.locator('link[rel="manifest"]').count()).toBe(1);
      // As a browser reads it that installs the page.
      const session = await page.context().newCDPSession(page);
      const { data = '', errors } = await session.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      const manifest = JSON.parse(data);
      const found = [await href('icon'), await href('apple-touch-icon'), ...manifest.icons.map(srcOf)];
      return { manifest, drawn: await page.evaluate(measure, found) };
    };
    const srcOf = ({ src }: { src: string }) => src;
    const light = await icons('light');
    expect(light.manifest).toMatchObject({ name: 'Tapescript', start_url: `${url}/`, display: 'standalone' });
    const blue = [37, 99, 235];
    expect(light.drawn).toEqual([64, 180, 192, 512].map((size) => ({ size, color: blue, corner: 0 })));
    const dark = await icons('dark');
    expect(dark.drawn.map(({ color }) => color)).toEqual(Array(4).fill([30, 58, 138]));
  });

  it('has links in its footer', async () => {
    const page = await openPage(browser);
    await signUp(page, url);
    const names = await page.getByRole('contentinfo').getByRole('link').allTextContents();
    expect(names).toEqual(expect.arrayContaining(['Speaker labels', 'Search', 'Service status']));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Speaker labels' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('heading', { name: 'Turn Any Conversation Into Text' }).waitFor();
    await expectAccessible(page);
  });
});

/** Runs in the page: the size of each picture, its color beside the T, and how far its corner is to be seen. */
function measure(addresses: (string | null)[]) {
  return Promise.all(
    addresses.map(async (address) => {
      const image = new Image();
      image.src = address ?? '';
      await image.decode();
      const canvas = document.createElement('canvas');
      const size = image.naturalWidth;
      canvas.width = size;
      canvas.height = size;
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
      return { size, color: at(size / 2, size * 0.1).slice(0, 3), corner: at(0, 0)[3] };
    }),
  );
}
