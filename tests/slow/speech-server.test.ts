import { expect, it, onTestFinished } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll, openPage, retype, signUp } from '#tests/support/browser.ts';
import { chooseByKeys } from '#tests/support/choose-option.ts';
import { wavOf } from '#tests/support/recordings.ts';
import { joinSounds, silence, tone } from '#tests/support/speak.ts';
import { SPEECH_SERVER_KEY, startSpeechServerDouble } from '#tests/support/speech-server-double.ts';

it("takes a speech server of one's own in Settings, says what it can do, and transcribes there in German", async () => {
  const double = await startSpeechServerDouble();
  const { url, browser, close } = await openApplication({
    env: { OUTBOUND_ALLOW: new URL(double.url).host },
  });
  onTestFinished(async () => {
    await close();
    await double.close();
  });
  // A private address is refused.
  const page = await openPage(browser, { expectedErrors: /422 .*speech-server/ });
  await signUp(page, url);
  await page.goto(`${url}/settings`);
  const card = page.getByRole('region', { name: 'Your speech server' });
  await card.getByText('No server').waitFor();
  const address = card.getByLabel('Address', { exact: true });
  const key = card.getByLabel('Key', { exact: true });
  const model = card.getByLabel('Model', { exact: true });
  const test = async () => card.getByRole('button', { name: 'Test' }).press('Enter');

  await test();
  await card.getByText('Please enter an address that begins with https:// or http://.').waitFor();
  await retype(address, 'http://127.0.0.1:8000/v1');
  await test();
  await card.getByText('has an address that is not on the public internet').waitFor();
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  await retype(address, double.baseUrl);
  await test();
  await card.getByText('The speech server did not accept the API key.').waitFor();
  await retype(key, SPEECH_SERVER_KEY);
  await retype(model, 'whisper-9');
  await test();
  await card.getByText('It has: gpt-4o, whisper-1, gpt-4o-transcribe').waitFor();
  await retype(model, 'whisper-1');
  await test();
  await card.getByText('It gives the time of each word.').waitFor();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Save server' }).press('Enter');
  await card.getByText('Your server', { exact: true }).waitFor();
  await card.getByText('Saved: ••••••••6789. Leave empty to keep it.').waitFor();
  await expectAccessible(page);

  await page.goto(url);
  const beeps = joinSounds(...Array.from({ length: 3 }, () => [tone(4000, 440, 0.5), silence(1000)]).flat());
  const file = { name: 'gespraech.wav', mimeType: 'audio/wav', buffer: await wavOf(beeps) };
  await page.getByLabel('Recording to upload').setInputFiles(file);
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Transcribe with' }).textContent())
    .toBe('Best available (Speech server)');
  await page.getByRole('combobox', { name: 'Spoken language' }).focus();
  await page.keyboard.press('Enter');
  await chooseByKeys(page, 'German');
  double.hold();
  await page.getByRole('button', { name: 'Start Transcription' }).click();
  await page.getByText('Transcribing with the speech server').first().waitFor();
  double.release();
  const facts = page.getByRole('article').locator('dl');
  await expect.poll(() => facts.textContent()).toMatch(/LanguageGermanTranscribed bySpeech server/);
  await page.getByText('Guten Morgen vom Server.').first().waitFor();
  expect(double.pieces.slice(-1)[0]?.fields).toContainEqual(['language', 'de']);

  // What is wrong about the language is corrected.
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Language…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Language of the text' });
  await dialog.getByText('It was chosen before the recording was transcribed.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Language' }).press('Enter');
  await chooseByKeys(page, 'Dutch');
  await dialog.getByRole('button', { name: 'Change language' }).press('Enter');
  await expect.poll(() => facts.textContent()).toMatch(/LanguageDutch/);

  // The words follow the playback.
  const spoken = () =>
    page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join(''));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(spoken).toBe('Morgen');
  await expect.poll(spoken).toBe('Wir');

  // The server is gone: another engine does it.
  double.refuse({ kind: 'error', status: 401 });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Transcribe again…' }).click();
  await page.getByRole('button', { name: 'Transcribe again' }).click();
  await page.getByText('It could not be transcribed again.').waitFor();
  await page.getByRole('button', { name: 'Retry with the local engine' }).press('Enter');
  await expect.poll(() => facts.textContent()).toMatch(/LanguageEnglishTranscribed byTest engine/);
  await page.goto(`${url}/settings`);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSideScroll(page);
  await card.getByRole('button', { name: 'Remove server' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove server' }).click();
  await card.getByText('No server').waitFor();
  expect(await address.inputValue()).toBe('');
});
