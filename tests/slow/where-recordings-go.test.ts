import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { ASSEMBLYAI_KEY, startAssemblyAiDouble } from '#tests/support/assemblyai-double.ts';
import { expectAccessible, openPage, tabTo } from '#tests/support/browser.ts';
import { rssFeed, startPodcastDouble } from '#tests/support/podcast-double.ts';
import { button, openMicrophone, openRecorder, recordFor } from '#tests/support/recorder.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { startVideoDouble } from '#tests/support/video-double.ts';

// Each form says where the sound goes, before the click, and there it goes.
const [service, podcasts, videos] = await Promise.all([
  startAssemblyAiDouble({ looks: 1 }),
  startPodcastDouble(),
  startVideoDouble(),
]);
const { url, close } = await openApplication({
  env: {
    ...podcasts.env,
    ...videos.env,
    OUTBOUND_ALLOW: `${podcasts.env.OUTBOUND_ALLOW},${videos.env.OUTBOUND_ALLOW}`,
    ASSEMBLYAI_BASE_URL: service.url,
  },
});
const { browser } = await openMicrophone();
const recording = await wavRecording(6000);

beforeAll(async () => {
  const audioUrl = podcasts.put('/mill.wav', { kind: 'file', bytes: recording, type: 'audio/wav' });
  podcasts.list({ title: 'The Mill', feed: rssFeed([{ title: 'The wheel', guid: '1', audioUrl }]) });
  const sound = { kind: 'file', bytes: await encoded(recording, 'm4a'), ranges: true } as const;
  videos.add({ id: 'abcdefghij1', title: 'Old mill', sound });
  return async () => {
    await close();
    await Promise.all([service, podcasts, videos].map((double) => double.close()));
  };
});

const HERE = 'The audio stays on this installation. The local engine understands English only.';
const THERE =
  'The audio is sent to AssemblyAI, which understands many languages, and is deleted there afterwards.';

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Opens each form, and presses the button that starts the transcription. */
const WAYS: Record<string, { open: (page: Page) => Promise<void>; start: (page: Page) => Promise<void> }> = {
  upload: {
    open: async (page) => {
      await tab(page, 'File Upload');
      const file = { name: 'talk.wav', mimeType: 'audio/wav', buffer: recording };
      await page.getByLabel('Recording to upload').setInputFiles(file);
    },
    start: (page) => page.getByRole('button', { name: 'Start Transcription' }).click(),
  },
  podcast: {
    open: async (page) => {
      await tab(page, 'Podcast Search');
      await page.getByRole('combobox', { name: 'Search podcasts' }).pressSequentially('the mill');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /The Mill/ }).click();
    },
    start: (page) => page.getByRole('button', { name: /^Transcribe/ }).click(),
  },
  video: {
    open: async (page) => {
      await tab(page, 'YouTube Search');
      await page.getByRole('switch', { name: 'Enhanced processing' }).click();
      await page.getByLabel('Or paste a link').pressSequentially('https://youtu.be/abcdefghij1');
    },
    start: (page) => page.getByRole('button', { name: 'Process Video' }).click(),
  },
  'live recording': {
    open: async (page) => {
      await tab(page, 'Live Recording');
      await button(page, 'Start').click();
      await recordFor(page, 2);
      await button(page, 'Stop').click();
    },
    start: (page) => button(page, 'Transcribe Recording').click(),
  },
  'recording that waits': {
    open: async (page) => {
      await tab(page, 'Live Recording');
      await button(page, 'Start').click();
      await recordFor(page, 2);
      await button(page, 'Stop').click();
      await button(page, 'Keep for later').click();
    },
    start: (page) => page.getByRole('button', { name: /^Transcribe recording of/ }).click(),
  },
};

/** The newest transcript's engine, once it is complete. */
async function madeBy(page: Page): Promise<string | null> {
  let engine: string | null = null;
  await expect
    .poll(async () => {
      const list = await (await page.request.get(`${url}/api/transcripts`)).json();
      const newest = await (await page.request.get(`${url}/api/transcripts/${list[0]?.id}`)).json();
      engine = newest.engine;
      return newest.status;
    })
    .toBe('completed');
  return engine;
}

it.each(Object.entries(WAYS))('says where the sound goes, and there it goes: %s', async (_name, way) => {
  // The picture of the podcast is at an address that does not exist.
  const page = await openPage(browser, { expectedErrors: /images\.example\.org/ });
  await openRecorder(page, url);
  service.reset();

  // Without a key it stays here, although one is saved before the click.
  await way.open(page);
  await page.getByText(HERE).waitFor();
  expect(await page.getByText(HERE).count()).toBe(1);
  expect(await page.getByRole('combobox', { name: 'Transcribe with' }).count()).toBe(0);
  const saved = await page.request.post(`${url}/api/user/api-keys`, {
    data: { assemblyaiApiKey: ASSEMBLYAI_KEY },
    headers: { origin: url },
  });
  expect(saved.status()).toBe(200);
  await way.start(page);
  expect(await madeBy(page)).toBe('fake');
  expect([service.count('upload'), service.count('submit')]).toEqual([0, 0]);

  // With a key it is sent, and says so.
  await page.goto(url);
  await way.open(page);
  await page.getByText(THERE).waitFor();
  await expectAccessible(page);
  await way.start(page);
  await expect.poll(() => service.count('submit')).toBe(1);
  await expect.poll(() => madeBy(page)).toBe('assemblyai');

  // Unless the local engine is chosen, by the keyboard.
  await page.goto(url);
  await way.open(page);
  await page.getByText(THERE).waitFor();
  await tabTo(page, /^Best available/);
  await page.keyboard.press('Enter');
  const isFocused = (name: string) =>
    page.getByRole('option', { name }).evaluate((option) => option === document.activeElement);
  await expect.poll(() => isFocused('Best available (AssemblyAI)')).toBe(true);
  await page.keyboard.press('End');
  await expect.poll(() => isFocused('Local engine (English)')).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText(HERE).waitFor();
  await way.start(page);
  await expect.poll(() => madeBy(page)).toBe('fake');
  expect(service.count('submit')).toBe(1);
});
