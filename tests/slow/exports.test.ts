import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '#contract/endpoint.ts';
import { getWords, type Transcript, updateTranscript } from '#contract/transcripts.ts';
import type { ExportedJson } from '#domain/exports/json.ts';
import { formatSubtitleTime } from '#domain/timecode.ts';
import { sharedApplication } from '#tests/support/application.ts';
import {
  currentTime,
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  openPage,
} from '#tests/support/browser.ts';
import { Client } from '#tests/support/client.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// A real browser exports one transcript with a hostile title and two named speakers in every format; the tests read the files back.
const TITLE = '<img src=x onerror=alert(1)> 会議';
const FILE = 'img src=x onerror=alert(1) 会議';
const NAMES = { 'Speaker 1': 'Grace & <b>Co</b>', 'Speaker 2': 'Дмитрий' };

const application = await sharedApplication();
let client: Client;
let transcript: Transcript;

beforeAll(async () => {
  client = await Client.signUp(application.url);
  const id = await client.upload(await wavRecording(30_000));
  await client.until(id, ({ status }) => status === 'completed');
  const body = { title: TITLE, speakerNames: NAMES };
  transcript = await client.call(updateTranscript, { params: { id }, body });
});

describe('exports', () => {
  it('writes each format, and loads the libraries and fonts of PDF and DOCX only for these', async () => {
    const page = await openTranscript();
    const loaded: string[] = [];
    page.context().on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const heavy = () => loaded.filter((path) => /pdf-document|docx-document|\.ttf$/.test(path));

    const txt = await exported(page, 'Text (TXT)', 'txt');
    expect(txt.toString()).toMatch(
      `${TITLE}\n\n[0:00] Grace & <b>Co</b>: ${transcript.timestampedTranscript[0]?.text}`,
    );
    expect(txt.toString()).toContain('] Дмитрий: ');
    const md = (await exported(page, 'Markdown', 'md')).toString();
    expect(md).toContain('# &lt;img src=x onerror=alert(1)&gt; 会議\n');
    expect(md).toContain('\n**Grace &amp; &lt;b&gt;Co&lt;/b&gt;** (0:00)\n');
    expect(md).toContain('\n**Дмитрий** (');

    const srt = (await exported(page, 'Subtitles (SRT)', 'srt')).toString();
    const start = formatSubtitleTime((transcript.timestampedTranscript[0]?.start ?? Number.NaN) * 1000);
    expect(srt).toMatch(new RegExp(`^1\\n${start} --> \\d\\d:\\d\\d:\\d\\d,\\d{3}\\nGrace & <b>Co</b>: `));
    expect(srt).toContain('\nДмитрий: ');
    const vtt = (await exported(page, 'Subtitles (WebVTT)', 'vtt')).toString();
    expect(vtt).toMatch(/^WEBVTT\n\n1\n/);
    expect(vtt).toContain('\n<v Grace &amp; &lt;b&gt;Co&lt;/b&gt;>');
    expect(vtt).toContain('\n<v Дмитрий>');

    // JSON has the words as the interface has them.
    const json = JSON.parse((await exported(page, 'Data (JSON)', 'json')).toString()) as ExportedJson;
    expect(json).toMatchObject({ format: 'tapescript-transcript', version: 1, title: TITLE });
    expect(json.speakers).toEqual(Object.entries(NAMES).map(([label, name]) => ({ label, name })));
    const { segments } = await client.call(getWords, { params: { id: transcript.id } });
    expect(json.segments.map(({ text }) => text)).toEqual(
      transcript.timestampedTranscript.map(({ text }) => text),
    );
    expect(json.segments.map(({ words }) => words?.map((word) => Object.values(word)))).toEqual(
      segments.map(({ words }) => words),
    );
    expect(heavy()).toEqual([]);

    const docx = unzipSync(await exported(page, 'Word (DOCX)', 'docx'));
    expect(heavy().join()).toMatch(/^\/assets\/docx-document-[\w-]+\.js$/);
    const xml = strFromU8(docx['word/document.xml'] ?? new Uint8Array());
    expect(xml).toContain('&lt;img src=x onerror=alert(1)&gt; 会議');
    expect(xml).toContain('Grace &amp; &lt;b&gt;Co&lt;/b&gt;');
    expect(xml).toContain('Дмитрий');
    expect(xml).toContain(transcript.timestampedTranscript.at(-1)?.text);

    const pdf = await getDocumentProxy(new Uint8Array(await exported(page, 'PDF', 'pdf')));
    const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
    for (const part of [TITLE, 'Grace & <b>Co</b> 0:00', 'Дмитрий', '1 / 1']) expect(text).toContain(part);
    expect(text).toContain(transcript.timestampedTranscript.at(-1)?.text);
    const fonts = heavy().filter((path) => path.endsWith('.ttf'));
    expect(fonts.map((path) => path.split('_')[0]).sort()).toEqual([
      '/assets/NotoSans',
      '/assets/NotoSans',
      '/assets/NotoSansSC',
    ]);
    // The hostile title is text on the page, and none of it has run.
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  it('checks the subtitles of each format, and cuts SRT at words by a choice that is remembered', async () => {
    const { answer, words } = slowThenQuick();
    const page = await openTranscript(undefined, answer, { words });
    await choose(page, 'Check subtitles');
    const check = page.getByRole('complementary', { name: 'Check subtitles' });
    await check.getByText('No problems found').waitFor();
    await check.getByRole('switch', { name: 'Cut at words' }).click();
    await check.getByRole('heading', { name: 'Too long on screen' }).waitFor();
    await check.getByRole('heading', { name: 'Too fast to read' }).waitFor();
    await check.getByRole('switch', { name: 'Cut at words' }).click();
    await check.getByText('No problems found').waitFor();
    await check.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Subtitles (WebVTT)' }).click();
    await check.getByRole('heading', { name: 'Too long on screen' }).waitFor();
    expect(await check.getByRole('switch').count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await check.waitFor({ state: 'detached' });

    const srt = async () => timesOf(await exported(page, 'Subtitles (SRT)', 'srt'));
    const even = ['00:00:00.000 --> 00:00:05.000', '00:00:05.000 --> 00:00:10.000'];
    const spoken = ['00:00:00.000 --> 00:00:08.500', '00:00:09.000 --> 00:00:10.000'];
    expect(await srt()).toEqual(even);
    expect(timesOf(await exported(page, 'Subtitles (WebVTT)', 'vtt'))).toEqual(spoken);
    // The keyboard sets the choice, and the menu stays open.
    await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    const choice = page.getByRole('menuitemcheckbox', { name: 'Cut at words' });
    await choice.waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        return choice.evaluate((item) => item === document.activeElement);
      })
      .toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await srt()).toEqual(spoken);

    // Another page of the application remembers the choice.
    await page.goto(`${client.url}/library`);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    expect(await dialog.getByRole('switch', { name: 'SRT: cut at words' }).isChecked()).toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Subtitles (SRT)' }).click(),
    ]);
    expect(timesOf(await readFile(await download.path()))).toEqual(spoken);
  });

  it('leads from a subtitle that is hard to read to its place', async () => {
    const [first, second] = transcript.timestampedTranscript;
    if (!first || !second) throw new Error('The transcript is too short.');
    const hasty = { ...second, end: second.start + 0.4 };
    const page = await openTranscript(undefined, { ...transcript, timestampedTranscript: [first, hasty] });
    const dialog = page.getByRole('complementary', { name: 'Check subtitles' });
    await choose(page, 'Check subtitles');
    await dialog.getByRole('heading', { name: 'Too short on screen' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Export');
    await choose(page, 'Check subtitles');
    const place = dialog
      .getByRole('region', { name: 'Too short on screen' })
      .getByRole('button', { name: second.text.slice(0, 10) });
    await place.press('Enter');
    await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(second.start);
    // The focus moves to the row; the list stays open, and F6 brings the focus back to it.
    await expect.poll(() => focusedName(page)).toMatch(/^Play from/);
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press('F6');
    expect(await focusedName(page)).toContain(second.text.slice(0, 10));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('refuses subtitles without segments, can be cancelled, and says what it could not make', async () => {
    const page = await openTranscript(
      /404|ERR_FAILED|Failed to fetch/,
      { ...transcript, transcript: 'Only text.', timestampedTranscript: [] },
      { theme: 'dark', width: 375 },
    );
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Subtitles (SRT)', exact: true }).click();
    await page.getByText('SRT export requires timestamped transcript data').first().waitFor();
    await choose(page, 'Subtitles (WebVTT)');
    await page.getByText('WebVTT export requires timestamped transcript data').first().waitFor();
    expect((await exported(page, 'Text (TXT)', 'txt')).toString()).toBe(`${TITLE}\n\nOnly text.\n`);

    // The fonts never arrive: only cancelling ends this.
    const asked = page.waitForRequest(/\.ttf$/);
    await page.context().route(/\.ttf$/, () => undefined);
    await choose(page, 'PDF');
    await asked;
    await page.getByRole('button', { name: 'Exporting…' }).click();
    await page.getByRole('menuitem', { name: 'Cancel export' }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
    expect(await page.getByText('Failed to export').count()).toBe(0);

    await page.context().unroute(/\.ttf$/);
    await page.context().route(/\.ttf$|docx-document/, (route) => route.abort());
    await choose(page, 'PDF');
    await page.getByText('Failed to export PDF').first().waitFor();
    await choose(page, 'Word (DOCX)');
    await page.getByText('Failed to export DOCX').first().waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  });
});

/** Opens the transcript's page; `answer` and `words` replace what the server answers. */
async function openTranscript(
  expectedErrors?: RegExp,
  answer?: Transcript,
  { words, ...look }: { theme?: 'light' | 'dark'; width?: number; words?: Words } = {},
): Promise<Page> {
  const page = await openPage(application.browser, {
    ...look,
    ...(expectedErrors ? { expectedErrors } : {}),
  });
  const [name = '', value = ''] = client.cookie.split('=');
  await page.context().addCookies([{ name, value, url: client.url }]);
  if (answer) {
    await page.route(`**/api/transcripts/${transcript.id}`, (route) => route.fulfill({ json: answer }));
  }
  if (words) {
    await page
      .context()
      .route(`**/api/transcripts/${transcript.id}/words`, (route) => route.fulfill({ json: words }));
  }
  await page.goto(`${client.url}/transcript/${transcript.id}`);
  await page.getByRole('heading', { name: TITLE }).waitFor();
  return page;
}

type Words = OutputOf<typeof getWords>;

/** The transcript with one segment of ten seconds, which makes two subtitles: the words of the first take eight and a half seconds. */
function slowThenQuick(): { answer: Transcript; words: Words } {
  const [first] = transcript.timestampedTranscript;
  if (!first) throw new Error('The transcript is empty.');
  const said = Array.from({ length: 30 }, () => 'word');
  const segment = { ...first, start: 0, end: 10, text: said.join(' ') };
  const words = said.map((text, index): Words['segments'][number]['words'][number] => {
    const [from, length] = index < 16 ? [index * (8.5 / 16), 8.5 / 16] : [9 + (index - 16) / 14, 1 / 14];
    return [text, from, from + length, 1];
  });
  return {
    answer: { ...transcript, duration: 10, speakerNames: {}, timestampedTranscript: [segment] },
    words: { segments: [{ id: segment.id, revision: segment.revision, words }] },
  };
}

function timesOf(file: Buffer): string[] {
  return (file.toString().match(/^\S+ --> \S+$/gm) ?? []).map((line) => line.replaceAll(',', '.'));
}

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}

async function exported(page: Page, label: string, extension: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, label)]);
  expect(download.suggestedFilename()).toBe(`${FILE}.${extension}`);
  await page.getByText('Downloaded!').first().waitFor();
  return readFile(await download.path());
}
