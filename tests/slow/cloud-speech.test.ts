import { expect, it, onTestFinished } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { ASSEMBLYAI_KEY, startAssemblyAiDouble } from '#tests/support/assemblyai-double.ts';
import { expectAccessible, openPage, signUp, upload } from '#tests/support/browser.ts';
import { Client } from '#tests/support/client.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

it('goes on with a job at AssemblyAI after twenty clean stops and twenty kills, and sends the sound once', async () => {
  const dataDir = await temporaryFolder();
  const double = await startAssemblyAiDouble({ looks: 1 });
  onTestFinished(() => double.close());
  double.hold();
  const env = {
    SPEECH_ENGINE: 'fake',
    ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY,
    ASSEMBLYAI_BASE_URL: double.url,
    LOG_LEVEL: 'trace',
  };
  const first = await startServer(dataDir, env);
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await wavRecording(21_000));
  const outputs: string[] = [];
  let server = first;
  const signals = Array.from({ length: 20 }, () => ['SIGTERM', 'SIGKILL'] as const).flat();
  for (const signal of signals) {
    // Each run looks at the job; the ones after the first go on with it.
    await double.asked('look', double.count('look') + 1);
    await server.end(signal);
    outputs.push(server.output());
    server = await startServer(dataDir, env);
    ann.url = server.url;
  }
  double.release();
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done).toMatchObject({ status: 'completed', engine: 'assemblyai' });
  expect([double.count('upload'), double.jobs.length]).toEqual([1, 1]);
  await expect.poll(() => double.jobs).toMatchObject([{ isDeleted: true }]);
  expect([...outputs, server.output()].join('')).not.toContain(ASSEMBLYAI_KEY);
});

it('offers AssemblyAI where there is a key, shows its progress, and offers the local engine when it fails', async () => {
  const double = await startAssemblyAiDouble({ looks: 1 });
  const env = { ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY, ASSEMBLYAI_BASE_URL: double.url };
  const { url, browser, close } = await openApplication({ env });
  onTestFinished(async () => {
    await close();
    await double.close();
  });
  const page = await openPage(browser);
  await signUp(page, url);
  const file = { name: 'talk.wav', mimeType: 'audio/wav', buffer: await wavRecording(21_000) };

  await page.getByLabel('Recording to upload').setInputFiles(file);
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Transcribe with' }).textContent())
    .toBe('Best available (AssemblyAI)');
  await expectAccessible(page);
  double.hold();
  await page.getByRole('button', { name: 'Start Transcription' }).click();
  const bar = page.getByRole('progressbar', { name: 'Transcription progress' });
  await page.getByText('Transcribing with AssemblyAI').first().waitFor();
  expect(await bar.getAttribute('aria-valuenow')).toBeNull();
  double.release();
  const facts = page.getByRole('article').locator('dl');
  await expect.poll(() => facts.textContent()).toMatch(/Speakers2Language.*Transcribed byAssemblyAI/);

  // The service refuses both jobs at once, so that nothing waits for its next look.
  const refusal = { kind: 'error', status: 400, message: 'Transcoding failed.' } as const;
  double.reply('submit', refusal, refusal);
  await upload(page, { ...file, name: 'second.wav' });
  await page
    .getByText('AssemblyAI could not transcribe this recording: Transcoding failed.')
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retry with the local engine' }).click();
  await expect.poll(() => facts.textContent()).toMatch(/Transcribed byTest engine/);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Transcribe again…' }).click();
  await page.getByRole('combobox', { name: 'Transcribe with' }).waitFor();
  await page.getByRole('button', { name: 'Transcribe again' }).click();
  await page.getByText('It could not be transcribed again.').waitFor();
  await page.getByRole('button', { name: 'Retry with the local engine' }).click();
  await expect.poll(() => page.getByText('It could not be transcribed again.').count()).toBe(0);
});
