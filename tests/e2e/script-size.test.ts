import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { haveAccount, openPage } from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

/** The most that a page may load before it is there: files, and kilobytes before compression, which makes them a third. A phone fetches six files at a time. */
const MOST = {
  landing: { files: 7, kilobytes: 430 },
  workspace: { files: 14, kilobytes: 930 },
  room: { files: 14, kilobytes: 930 },
  shared: { files: 11, kilobytes: 700 },
};

const application = await sharedApplication();
const { url, browser } = application;
const talk = { name: 'talk.wav', buffer: await wavRecording(31_000) };

it('is small and in few files on the pages that people arrive at', async () => {
  const page = await openPage(browser, { width: 375 });
  const loaded = async (path: string, shows: Locator) => {
    await page.goto(url + path);
    await shows.waitFor();
    return scriptsOf(page);
  };
  const text = page.locator('.segment').first();
  const landing = await loaded('/', page.getByRole('heading', { level: 1 }));
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, talk);
  const answer = await page.request.post(`${url}/api/transcripts/${id}/share`, { data: {} });
  const { shareUrl } = await answer.json();
  const workspace = await loaded(`/?transcript=${id}`, text);
  const room = await loaded(`/transcript/${id}`, text);
  // What the room still asks for would be refused without them.
  await page.goto('about:blank');
  await page.context().clearCookies();
  const shared = await loaded(new URL(shareUrl).pathname, text);

  const pages = { landing, workspace, room, shared };
  expect(pages).toEqual({
    landing: atMost(MOST.landing),
    workspace: atMost(MOST.workspace),
    room: atMost(MOST.room),
    shared: atMost(MOST.shared),
  });
});

it('asks once for what the page has named already', async () => {
  const page = await openPage(browser, { width: 375 });
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, talk);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of [`/?transcript=${id}`, `/transcript/${id}`]) {
    asked.length = 0;
    await page.goto(url + path);
    await page.locator('.segment').first().waitFor();
    const first = ['/api/auth/user', `/api/transcripts/${id}`];
    expect(asked.filter((each) => first.includes(each)).toSorted()).toEqual(first);
  }
});

interface Scripts {
  files: number;
  kilobytes: number;
}

function atMost(most: Scripts) {
  return expect.toSatisfy(
    ({ files, kilobytes }: Scripts) => files > 0 && files <= most.files && kilobytes <= most.kilobytes,
    `at most ${most.files} files, ${most.kilobytes} kB`,
  );
}

async function scriptsOf(page: Page): Promise<Scripts> {
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      // The type of all entries knows no sizes; these are resources.
      .map((entry) => (entry as PerformanceResourceTiming).decodedBodySize),
  );
  return { files: sizes.length, kilobytes: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000) };
}
