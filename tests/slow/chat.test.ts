import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { ANTHROPIC_KEY, startAnthropicDouble } from '#tests/support/anthropic-double.ts';
import { sharedApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  haveAccount,
  openPage,
  toast,
} from '#tests/support/browser.ts';
import { openTranscript } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// What may go wrong with the chat of a transcript, with Claude's double.
const application = await sharedApplication();
const { url, browser } = application;
const claude = await startAnthropicDouble(application.ports.anthropic);
afterAll(() => claude.close());

const question = (page: Page) => page.getByLabel('Your question');
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const send = async (page: Page, text: string) => {
  await question(page).fill(text);
  await page.keyboard.press('Enter');
};
/** A promise and what settles it. */
const gate = () => Promise.withResolvers<void>();

it('stops, tells what broke off, gives back what failed, goes on elsewhere, and is cleared', async () => {
  const page = await openPage(browser, { width: 375, expectedErrors: /422|500/ });
  await haveAccount(page, url);
  await page.request.post(`${url}/api/user/api-keys`, { data: { anthropicApiKey: ANTHROPIC_KEY } });
  await openTranscript(page, application, { name: 'talk.wav', buffer: await wavRecording(31_000) });
  await openPanel(page, 'AI Chat');
  claude.reply({ kind: 'held', blocks: [{ text: 'They begin' }], until: gate().promise, rest: [] });
  await send(page, 'One?');
  await log(page).getByText('They begin').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await log(page).getByText('Stopped').waitFor();
  expect(await log(page).textContent()).toContain('They begin');
  await expectNoSideScroll(page);

  // The question is asked again before the window knows the ids of the question and its answer.
  const { promise: read, resolve: letRead } = gate();
  await page.route('**/conversation', async (route) => {
    await read;
    await route.continue();
  });
  claude.reply({ kind: 'cut', blocks: [{ text: 'The soil and' }] });
  await send(page, 'Two?');
  await log(page).getByText('The answer was cut off here').waitFor();
  claude.reply({ kind: 'error', status: 401, type: 'authentication_error' });
  await log(page).getByRole('button', { name: 'Ask again' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  letRead();
  await toast(page, 'The AI provider key is not configured').waitFor();
  await expect.poll(() => question(page).inputValue()).toBe('Two?');
  expect(await log(page).getByText('The soil and').count()).toBe(1);
  await page.unroute('**/conversation');

  await page.route('**/chat', (route) =>
    route.fulfill({ status: 500, json: { message: 'Out of order.', code: 'internal' } }),
  );
  await send(page, 'Three?');
  await toast(page, 'Failed to send message').waitFor();
  await expect.poll(() => question(page).inputValue()).toBe('Three?');
  await page.unroute('**/chat');

  // An answer that is lost on the way is found in the conversation.
  await page.route('**/chat', async (route) => {
    await route.fetch();
    await route.fulfill({ contentType: 'text/event-stream', body: 'event: text\ndata: {"text":"Lo' });
  });
  await send(page, 'Lost?');
  await log(page).getByText('They begin with this.').waitFor();
  expect(await question(page).inputValue()).toBe('');
  await page.unroute('**/chat');

  // A reload shows the answer while it is written, and when it is complete.
  const { promise: until, resolve: goOn } = gate();
  claude.reply({ kind: 'held', blocks: [{ text: 'Slowly' }], until, rest: [{ text: ' but surely.' }] });
  await send(page, 'Four?');
  await log(page).getByText('Slowly').waitFor();
  await page.reload();
  await log(page).getByText('Four?').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await expectAccessible(page);
  goOn();
  await log(page).getByText('Slowly but surely.').waitFor();

  await page.getByRole('button', { name: 'Clear conversation' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear conversation' }).click();
  await log(page).getByText('Ask about what was said').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Your question');
});

it('shows the beginning of an answer that is longer than its log, and lets a suggestion go that was used', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  await openTranscript(page, application, { name: 'talk.wav', buffer: await wavRecording(31_000) });
  await openPanel(page, 'AI Chat');
  const suggestions = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button');
  await suggestions.first().waitFor();
  const used = await suggestions.first().innerText();
  const others = (await suggestions.allInnerTexts()).slice(1);
  await suggestions.first().press('Enter');
  await expect.poll(() => question(page).inputValue()).toBe(used);
  await expect.poll(() => focusedName(page)).toBe('Your question');
  expect(await suggestions.allInnerTexts()).toEqual(others);

  await page.request.post(`${url}/api/user/api-keys`, { data: { anthropicApiKey: ANTHROPIC_KEY } });
  const paragraphs = (first: number) =>
    Array.from({ length: 12 }, (_, index) => ({
      text: `Paragraph ${first + index} of many about soil.\n\n`,
    }));
  const { promise: until, resolve: goOn } = gate();
  claude.reply({ kind: 'held', blocks: paragraphs(1), until, rest: paragraphs(13) });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('What about the soil?');
  await page.keyboard.press('Enter');
  /** Whether a text is within what the log shows. */
  const isSeen = (text: string) =>
    log(page)
      .getByText(text)
      .evaluate((element) => {
        const shown = element.closest('[role="log"]')?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return shown !== undefined && top >= shown.top && bottom <= shown.bottom;
      });
  await log(page).getByText('Paragraph 12 of many').waitFor();
  await expect.poll(() => isSeen('Paragraph 1 of many')).toBe(true);
  expect(await isSeen('Paragraph 12 of many')).toBe(false);
  goOn();
  await log(page).getByText('Paragraph 24 of many').waitFor();
  await log(page).getByRole('button', { name: 'Copy answer' }).waitFor();
  await expect.poll(() => isSeen('Paragraph 1 of many')).toBe(true);
  expect(await isSeen('Paragraph 24 of many')).toBe(false);

  // Whoever has read on is left where they are; the next answer is shown from its own beginning.
  await log(page).focus();
  await page.keyboard.press('End');
  await expect.poll(() => isSeen('Paragraph 24 of many')).toBe(true);
  await question(page).click();
  await page.keyboard.type('And what else?');
  await page.keyboard.press('Enter');
  await log(page).getByText('They begin with this.').waitFor();
  await expect.poll(() => isSeen('They begin with this.')).toBe(true);
  await expect.poll(() => isSeen('And what else?')).toBe(true);
});
