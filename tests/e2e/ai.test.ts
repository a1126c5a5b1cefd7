import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { ANTHROPIC_KEY, startAnthropicDouble } from '#tests/support/anthropic-double.ts';
import { sharedApplication } from '#tests/support/application.ts';
import {
  copiedText,
  currentTime,
  expectAccessible,
  focusedName,
  haveAccount,
  openPage,
  tabTo,
  toast,
  watchFor,
  watchJumps,
} from '#tests/support/browser.ts';
import { openTranscript } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Summaries, chat and shared chat, with quotes alone and with Claude's double.
const application = await sharedApplication();
const { url, browser } = application;
const claude = await startAnthropicDouble(application.ports.anthropic);
const recording = await wavRecording(31_000);

afterAll(() => claude.close());

/** The page of a finished transcript for somebody who is signed in, with a key for Claude if asked. */
async function withTranscript(
  options: Parameters<typeof openPage>[1] & { withClaude?: boolean; title?: string } = {},
): Promise<Page> {
  const page = await openPage(browser, options);
  await haveAccount(page, url);
  if (options.withClaude) {
    await page.request.post(`${url}/api/user/api-keys`, { data: { anthropicApiKey: ANTHROPIC_KEY } });
  }
  await openTranscript(page, application, { name: 'talk.wav', buffer: recording });
  return page;
}

const question = (page: Page) => page.getByLabel('Your question');
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const send = async (page: Page, text: string) => {
  await question(page).fill(text);
  await page.keyboard.press('Enter');
};
/** How often Claude was asked for something. */
const asked = () => claude.requests.filter(({ path }) => path === '/v1/messages').length;
/** A promise and what settles it. */
const gate = () => Promise.withResolvers<void>();

describe('a summary', () => {
  it('is generated, opens with the quick summary, and leads to the moments that it cites', async () => {
    const page = await withTranscript({ theme: 'dark', expectedErrors: /409|422/ });
    await page.getByRole('button', { name: 'Generate Summary' }).click();
    const card = page.getByRole('region', { name: 'AI Summary' });
    await card.getByRole('button', { name: 'Regenerate' }).waitFor();
    const sections = [
      'Quick Summary',
      /^Key Points/,
      /^Main Topics/,
      /^Actionable Insights/,
      /^Important Quotes/,
      'Detailed Summary',
    ];
    const expanded = sections.map((name) => card.getByRole('button', { name }).getAttribute('aria-expanded'));
    expect(await Promise.all(expanded)).toEqual(['true', 'false', 'false', 'false', 'false', 'false']);
    await card.getByText('Quotes only, no AI key').waitFor();
    expect(await card.getByRole('link', { name: 'Add a key in Settings' }).getAttribute('href')).toBe(
      '/settings',
    );
    await card.getByText('62 words').waitFor();
    await card.getByRole('button', { name: /^Important Quotes/ }).click();
    await expectAccessible(page);

    // It shows the speakers' present names.
    await openPanel(page, 'Speakers');
    await page.getByRole('button', { name: 'Rename Speaker 2' }).click();
    await page.getByPlaceholder('Custom name...').pressSequentially('Grace');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reset Grace to Speaker 2' }).waitFor();
    await openPanel(page, 'AI Summary');
    await card.getByRole('figure').filter({ hasText: 'Grace' }).first().waitFor();

    const quote = card.getByRole('figure').last();
    expect(await quote.textContent()).toMatch(/“.+”(Speaker 1|Grace)0:\d\d/);
    const cited = quote.getByRole('button', { name: /^Jump to/ });
    const [minutes = 0, seconds = 0] = (await cited.textContent())?.split(':').map(Number) ?? [];
    const jumpedTo = await watchJumps(page);
    // Slow playback keeps the row the current one while the machine stands still.
    await page.locator('audio').evaluate((audio: HTMLAudioElement) => {
      audio.playbackRate = 0.25;
    });
    await cited.click();
    await toast(page, 'Jumped to Citation').waitFor();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(minutes * 60 + seconds + 0.2);
    await expect.poll(async () => Math.floor(await jumpedTo())).toBe(minutes * 60 + seconds);
    const row = page.locator('.segment[aria-current="true"]');
    await row.waitFor();
    expect(await row.locator('.segment-time').textContent()).toBe(`≈${await cited.textContent()}`);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => focusedName(page)).toMatch(/^Jump to/);

    await card.getByRole('button', { name: 'Copy summary' }).click();
    // What another test has copied is there until then.
    const copied = await copiedText(page, /^talk\n\nQuick Summary\n.*\(0:\d\d\)/);
    expect(copied).not.toContain('citation:');

    // A key that is not accepted leaves the summary as it was.
    await page.request.post(`${url}/api/user/api-keys`, { data: { anthropicApiKey: 'sk-ant-wrong' } });
    await card.getByRole('button', { name: 'Regenerate' }).click();
    await toast(page, 'Summary Generation Failed').waitFor();
    await page.getByText('The AI service did not accept the API key.').first().waitFor();
    await card.getByText('Quotes only, no AI key').waitFor();

    // Another window has asked for it already.
    await page.request.delete(`${url}/api/user/api-keys`);
    const api = page.url().replace('/transcript/', '/api/transcripts/').replace(/\?.*/, '');
    const seen = gate();
    await page.route('**/summary', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await page.request.post(`${api}/summary`);
      await seen.promise;
      await route.fulfill({ status: 409, json: { message: 'Being written.', code: 'summary_pending' } });
    });
    await card.getByRole('button', { name: 'Regenerate' }).click();
    await card.getByText('Generating the summary…').waitFor();
    seen.resolve();
    await card.getByText('Generating the summary…').waitFor({ state: 'detached' });
    await page.unroute('**/summary');

    // An edit makes it outdated at once, and it stays open when this tab loads again.
    const { timestampedTranscript } = await (await page.request.get(api)).json();
    const [first] = timestampedTranscript;
    await page.request.post(`${api}/edits`, {
      data: {
        kind: 'text',
        segment: { id: first.id, revision: first.revision },
        text: 'We changed the plan for the spring.',
      },
    });
    await card.getByText('The text has been edited since').waitFor();
    await page.reload();
    await card.getByText('The text has been edited since').waitFor();
  });
});

describe('the chat', () => {
  it('is used by the keyboard alone: suggestion, lines, streaming, one at a time; runs nothing of hostile texts', async () => {
    const page = await withTranscript({ withClaude: true });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const before = asked();
    await page.getByRole('button', { name: 'AI Chat' }).focus();
    await page.keyboard.press('Enter');
    const suggestions = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button');
    await suggestions.first().waitFor();
    expect(await suggestions.count()).toBeLessThanOrEqual(3);
    const suggested = (await suggestions.first().textContent()) ?? '';
    await tabTo(page, suggested);
    await page.keyboard.press('Enter');
    expect(await question(page).inputValue()).toBe(suggested);
    expect(await focusedName(page)).toBe('Your question');
    expect(await log(page).textContent()).not.toContain(suggested);

    await question(page).fill('   ');
    await page.keyboard.press('Enter');
    await question(page).fill('x'.repeat(4001));
    await page.keyboard.press('Enter');
    await page.getByText('Please shorten this one by 1.').waitFor();
    // In an input method, Enter chooses a suggestion and sends nothing.
    await question(page).fill('にわ');
    await question(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    expect(asked() - before).toBe(0);
    expect(await question(page).inputValue()).toBe('にわ');

    const { promise: until, resolve: goOn } = gate();
    claude.reply({
      kind: 'held',
      blocks: [{ text: '**Two** things:', citations: [{ start: 0, end: 1 }] }],
      until,
      rest: [{ text: '\n\n- soil\n- water' }],
    });
    await question(page).fill('');
    await page.keyboard.type('What of');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('the garden?');
    await page.keyboard.press('Enter');
    await log(page).getByText('What of\nthe garden?').waitFor();
    expect(await question(page).inputValue()).toBe('');
    await log(page).locator('strong', { hasText: 'Two' }).waitFor();
    // A question that is typed meanwhile waits.
    await page.keyboard.type('And then?');
    await page.keyboard.press('Enter');
    expect(await question(page).inputValue()).toBe('And then?');
    await expectAccessible(page);
    goOn();
    await log(page).getByRole('listitem').filter({ hasText: 'water' }).waitFor();
    await log(page).getByRole('button', { name: 'Jump to 0:00' }).waitFor();
    expect(await focusedName(page)).toBe('Your question');
    expect(asked() - before).toBe(1);

    const seen = await watchFor(page, '[role="log"] button', 'Copied!');
    await log(page).getByRole('button', { name: 'Copy answer' }).click();
    await expect.poll(seen).toEqual(['Copied!']);
    await copiedText(page, '(0:00)');
    await log(page).getByRole('button', { name: 'Jump to 0:00' }).click();
    await toast(page, 'Jumped to Citation').waitFor();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0);

    // An answer, a question and a title may hold anything: none of it runs, and nothing is loaded for it.
    const hostile = '<img src=x onerror=document.title=1>';
    await page.request.patch(page.url().replace('/transcript/', '/api/transcripts/'), {
      data: { title: hostile },
    });
    await page.getByRole('heading', { name: hostile }).waitFor();
    const text = `${hostile}\n\n![x](https://evil.test/x.png) [x](javascript:alert(1)) [guide](https://guide.test/) [citation:0:09]`;
    claude.reply({ kind: 'answer', blocks: [{ text }] });
    await send(page, `${hostile} ![x](https://evil.test/q.png)`);
    await log(page).getByRole('button', { name: 'Copy answer' }).nth(1).waitFor();
    expect(await log(page).locator('img, script, iframe').count()).toBe(0);
    expect(await log(page).getByText(hostile).count()).toBe(2);
    // The one moment to jump to is that of the answer before.
    expect(
      await log(page)
        .getByRole('button', { name: /^Jump to/ })
        .count(),
    ).toBe(1);
    const links = await log(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.outerHTML));
    expect(links).toEqual([
      '<a href="https://guide.test/" target="_blank" rel="noopener noreferrer nofollow">guide</a>',
    ]);
    expect(requests.filter((address) => !address.startsWith(url) && !address.startsWith('blob:'))).toEqual(
      [],
    );
    expect(await page.title()).not.toBe('1');
  });
});

describe('the chat of a shared page', () => {
  it('asks nothing before it is opened, answers anyone, and keeps nothing', async () => {
    const owner = await withTranscript({ withClaude: true });
    const api = owner.url().replace('/transcript/', '/api/transcripts/');
    const { shareUrl } = await (await owner.request.post(`${api}/share`, { data: {} })).json();
    const page = await openPage(browser, { theme: 'dark', expectedErrors: /429|ERR_FAILED/ });
    const calls: { path: string; body: string | null }[] = [];
    page.on('request', (request) => {
      if (/suggestions|chat$/.test(request.url()))
        calls.push({ path: request.url(), body: request.postData() });
    });
    await page.goto(shareUrl);
    await page.locator('.segment-words').first().waitFor();
    expect(calls).toEqual([]);
    const toggle = page.getByRole('button', { name: 'Chat', exact: true });
    await toggle.click();
    await page.getByText('This conversation is not saved.').waitFor();
    await page.getByRole('list', { name: 'Suggested questions' }).waitFor();
    await send(page, 'How do they begin?');
    await log(page).getByRole('button', { name: 'Jump to 0:00' }).click();
    await toast(page, 'Jumped to Citation').waitFor();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0);
    await expectAccessible(page);

    await log(page).getByRole('button', { name: 'Copy answer' }).waitFor();
    claude.reply({ kind: 'held', blocks: [{ text: 'On and on' }], until: gate().promise, rest: [] });
    await send(page, 'And then?');
    await log(page).getByText('On and on').waitFor();
    expect(JSON.parse(calls.at(-1)?.body ?? '').history).toEqual([
      { role: 'user', content: 'How do they begin?' },
      { role: 'assistant', content: expect.stringMatching(/^They begin with this/) },
    ]);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await log(page).getByText('Stopped').waitFor();

    await page.route('**/chat', (route) =>
      route.fulfill({ status: 429, json: { message: 'Enough for today.', code: 'shared_daily_limit' } }),
    );
    await send(page, 'More?');
    await toast(page, 'Chat Error').filter({ hasText: 'Enough for today.' }).waitFor();
    await page.unroute('**/chat');
    await expect.poll(() => question(page).inputValue()).toBe('More?');
    await expect.poll(() => focusedName(page)).toBe('Your question');
    await page.route('**/chat', (route) => route.abort());
    const told = await watchFor(page, '[role="status"]', 'Failed to get response. Please try again.');
    await question(page).press('Enter');
    await expect.poll(told).toHaveLength(1);
    await expect.poll(() => question(page).inputValue()).toBe('More?');
    await toggle.click();
    expect(await log(page).isVisible()).toBe(false);
    expect((await (await owner.request.get(`${api}/conversation`)).json()).messages).toEqual([]);
  });
});
