import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { launchBrowser, openPage, signUp } from '#tests/support/browser.ts';
import { lastingPort } from '#tests/support/ports.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';
import { hasSwift, startSwift } from '#tests/support/swift-server.ts';

describe.skipIf(!hasSwift())('the screens on S3', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('uploads a large file to the store, resumes after a lost connection and a reload, and plays it from there', async ({
    onTestFinished,
  }) => {
    const port = await lastingPort();
    const url = `http://127.0.0.1:${port}`;
    const swift = await startSwift([url]);
    onTestFinished(() => swift.close());
    const folder = await temporaryFolder();
    const { bucket, endpoint = '', accessKeyId, secretAccessKey } = await swift.bucket();
    await startServer(join(folder, 'data'), {
      PORT: String(port),
      SPEECH_ENGINE: 'fake',
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    const recording = await wavRecording(560_000);
    expect(Math.ceil(recording.length / UPLOAD_PART_BYTES)).toBe(3);
    const path = join(folder, 'talk.wav');
    await writeFile(path, recording);

    const page = await openPage(browser, { expectedErrors: /ERR_FAILED|ERR_INTERNET|Failed to load/ });
    page.on('dialog', (dialog) => void dialog.accept());
    await signUp(page, url);
    const second = (address: URL) => address.searchParams.get('partNumber') === '2';
    await page.route(second, (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.continue(),
    );
    const choose = async () => {
      await page.getByLabel('Recording to upload').setInputFiles(path);
      await page.getByRole('button', { name: 'Start Transcription' }).click();
    };
    await choose();
    await page.getByText('Connection lost, trying again').waitFor();
    await page.unroute(second);
    await page.reload();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(new URL(request.url()).searchParams.get('partNumber') ?? '');
    });
    await choose();
    await page.getByRole('article').getByRole('heading', { name: 'talk' }).waitFor();
    expect(sent).toEqual(['2']);

    const player = page.locator('audio');
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(560, 0);
    const address = await player.evaluate((audio: HTMLAudioElement) => audio.currentSrc);
    expect(new URL(address).origin).toBe(swift.url);
    const stored = await (await fetch(address)).bytes();
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(hash(stored)).toBe(hash(recording));
  });
});
