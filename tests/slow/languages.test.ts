import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, describe, expect, it } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll, openPage, signUp, upload } from '#tests/support/browser.ts';
import { doneButton, field, rows, savedText, textOf, writeIn } from '#tests/support/editing.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavOf } from '#tests/support/recordings.ts';
import { selectWithToolbar, wordsToolbar } from '#tests/support/select-words.ts';
import { joinSounds, silence, tone } from '#tests/support/speak.ts';
import type { DoubleLanguage } from '#tests/support/speech-server-answers.ts';
import { startSpeechServerDouble } from '#tests/support/speech-server-double.ts';

// Real browsers follow an Arabic and a Japanese recording from the upload to the files. A speech server on this machine hears them.
const double = await startSpeechServerDouble({ profile: 'speaches' });
const { url, browser, close } = await openApplication({
  env: { SPEECH_BASE_URL: double.baseUrl, SPEECH_MODEL: 'Systran/faster-whisper-small' },
});
afterAll(async () => {
  await close();
  await double.close();
});
/** Four beeps, each as long as a sentence of the double. */
const recording = await wavOf(
  joinSounds(...Array.from({ length: 4 }, () => [tone(3700, 440, 0.5), silence(1000)]).flat()),
);
const RLM = '\u200f';

async function openTranscribed(language: DoubleLanguage, name: string): Promise<Page> {
  const page = await openPage(browser, { width: 1280 });
  await signUp(page, url);
  double.speak(language);
  await upload(page, { name: `${name}.wav`, mimeType: 'audio/wav', buffer: recording });
  await rows(page).first().waitFor();
  return page;
}

async function exported(page: Page, format: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await download).path());
}

/** The public link's page, on a phone in the dark. */
async function openShared(page: Page): Promise<Page> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Generate Link' }).click();
  const link = await page.getByRole('textbox', { name: /link/i }).inputValue();
  await page.keyboard.press('Escape');
  const visitor = await openPage(browser, { width: 375, theme: 'dark' });
  await visitor.goto(link);
  await rows(visitor).first().waitFor();
  return visitor;
}

/** The language and the direction that a text is shown in. */
async function shownAs(text: Locator): Promise<string> {
  const direction = await text.evaluate((element) => getComputedStyle(element).direction);
  return `${await text.getAttribute('lang')} ${direction}`;
}

async function readDocx(page: Page): Promise<{ body: string; styles: string }> {
  const parts = unzipSync(await exported(page, 'Word (DOCX)'));
  const part = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  return { body: part('word/document.xml'), styles: part('word/styles.xml') };
}

async function readPdf(page: Page): Promise<{ text: string; language: unknown }> {
  const pdf = await getDocumentProxy(new Uint8Array(await exported(page, 'PDF')));
  const { text } = await extractText(pdf, { mergePages: true });
  const { Language: language } = (await pdf.getMetadata()).info as { Language?: unknown };
  return { text, language };
}

describe('a recording in Arabic', () => {
  it('is read from right to left: in rows, field, summary, notes, public link and files', async () => {
    const page = await openTranscribed('ar', 'رحلة إلى القمر');
    // "NASA" at its beginning does not turn it around.
    expect(await textOf(rows(page).first()).textContent()).toMatch(/^NASA أعلنت/);
    expect(await shownAs(textOf(rows(page).first()))).toBe('ar rtl');
    await expectAccessible(page);
    await expectNoSideScroll(page);

    await openPanel(page, 'AI Summary');
    await page.getByRole('button', { name: 'Generate Summary' }).click();
    const summary = page.getByRole('heading', { name: 'Quick Summary' }).locator('xpath=..').locator('p');
    await summary.waitFor();
    expect(await shownAs(summary)).toBe('ar rtl');
    await page.getByRole('button', { name: /^Key Points/ }).click();
    await page.getByRole('button', { name: /^Important Quotes/ }).click();
    expect(await shownAs(page.locator('figure blockquote').first())).toBe('ar rtl');

    await writeIn(page, 0);
    expect(await shownAs(field(page))).toBe('ar rtl');
    await savedText(page, ' حقا.');
    await page.keyboard.press('Escape');
    await doneButton(page).click();
    await selectWithToolbar(page, 0, 'NASA أعلنت');
    await wordsToolbar(page).getByRole('button', { name: 'Highlight in blue' }).click();
    const notes = await openPanel(page, 'Notes');
    expect(await shownAs(notes.getByRole('blockquote').first())).toBe('ar rtl');

    const srt = (await exported(page, 'Subtitles (SRT)')).toString();
    expect(srt).toMatch(new RegExp(`\n${RLM}.*NASA أعلنت .*${RLM}\n`));
    expect((await exported(page, 'Subtitles (WebVTT)')).toString()).toContain(`${RLM}NASA أعلنت`);
    expect((await exported(page, 'Data (JSON)')).toString()).not.toContain(RLM);
    const docx = await readDocx(page);
    const start = docx.body.slice(0, docx.body.indexOf('NASA')).lastIndexOf('<w:p>');
    expect(docx.body.slice(start, docx.body.indexOf('NASA'))).toContain('<w:bidi/>');
    expect(docx.styles).toContain('w:bidi="ar"');
    const pdf = await readPdf(page);
    expect(pdf.language).toBe('ar');
    expect(pdf.text).toContain('الصاروخ جاهز');

    const visitor = await openShared(page);
    expect(await shownAs(textOf(rows(visitor).first()))).toBe('ar rtl');
    await expectAccessible(visitor);
    await expectNoSideScroll(visitor);
  });
});

describe('a recording in Japanese', () => {
  it('says so on the page and in files, and is written without spaces', async () => {
    const page = await openTranscribed('ja', '新しい橋');
    const first = '新しい橋について、市の会議で長い時間話し合いました。';
    expect(await textOf(rows(page).first()).textContent()).toBe(first);
    expect(await shownAs(textOf(rows(page).first()))).toBe('ja ltr');
    await expectAccessible(page);
    await expectNoSideScroll(page);

    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search all transcripts' }).click();
    await page.keyboard.insertText('会議');
    await page.locator('[lang=ja] mark').filter({ hasText: '会議' }).first().click();
    await rows(page).first().waitFor();

    await writeIn(page, 0);
    expect(await shownAs(field(page))).toBe('ja ltr');
    await savedText(page, '夜まで。');
    await page.keyboard.press('Escape');

    const said = (text: string) => text.replaceAll(/[^「」、。\p{Script=Han}\p{Script=Hiragana}]+/gu, '');
    const srt = (await exported(page, 'Subtitles (SRT)')).toString();
    expect(said(srt)).toContain(`${first}夜まで。`);
    for (const line of srt.split('\n')) {
      if (line.includes('-->')) continue;
      expect([...line].length).toBeLessThanOrEqual(21 + 'Speaker 1: '.length);
      expect(line).not.toMatch(/^[、。」]|\p{L} \p{Script=Han}/u);
    }
    expect((await exported(page, 'Text (TXT)')).toString()).toContain(`${first}夜まで。`);
    const docx = await readDocx(page);
    expect(docx.styles).toMatch(/<w:lang [^>]*w:val="ja"[^>]*w:eastAsia="ja-JP"/);
    const pdf = await readPdf(page);
    expect(pdf.language).toBe('ja');
    expect(said(pdf.text)).toContain('長い時間話し合いました。夜まで。');

    const visitor = await openShared(page);
    expect(await shownAs(textOf(rows(visitor).first()))).toBe('ja ltr');
    await expectNoSideScroll(visitor);
  });
});
