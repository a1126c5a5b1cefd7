import type { Frame, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, openPage } from '#tests/support/browser.ts';
import { serveView, withAssistant } from '#tests/support/view-host.ts';

/** Opens the view in a window; gives its frame, and the addresses that it has asked to open. */
async function showView(page: Page, assistant: Parameters<typeof serveView>[0], result: object) {
  const { address, opened } = await serveView(assistant, result);
  await page.goto(address);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  return { frame: frame ?? expect.unreachable(), opened };
}

const timeOf = (frame: Frame) =>
  frame.evaluate(() => document.querySelector('audio')?.currentTime ?? Number.NaN);

it('plays what an answer cites within the conversation, by the keyboard, and leads to the page', async () => {
  const { url, browser } = await sharedApplication();
  const assistant = await withAssistant(url);
  const { id, callTool } = assistant;
  const asked = await callTool('ask', { transcriptId: id, question: 'What is this about?' });
  const [first] = asked.structuredContent.citations;
  const page = await openPage(browser, { width: 375 });
  const { frame, opened } = await showView(page, assistant, asked);
  const button = frame.getByRole('button', { name: /^Play from/ }).first();
  await button.waitFor();
  // Who says it, and what, comes from the transcript.
  await frame.getByText('Speaker 1:').first().waitFor();
  await expectAccessible(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => timeOf(frame)).toBeGreaterThan(first.seconds);
  // As when the address ends in the middle: another one goes on from there.
  const before = await frame.evaluate(() => {
    const player = document.querySelector('audio');
    const { src = '', currentTime = 0 } = player ?? {};
    player?.dispatchEvent(new Event('error'));
    return { src, currentTime };
  });
  await expect.poll(() => frame.evaluate(() => document.querySelector('audio')?.src)).not.toBe(before.src);
  await expect.poll(() => timeOf(frame)).toBeGreaterThan(before.currentTime);
  await frame.getByRole('button', { name: 'Open in Tapescript' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => opened).toEqual([`${url}/transcript/${id}?t=${first.seconds}`]);
});

it('plays every line of a document that was fetched, and shows as text what would be code', async () => {
  const { url, browser } = await sharedApplication();
  const assistant = await withAssistant(url);
  const { id, callTool } = assistant;
  const fetched = await callTool('fetch', { id: `transcript:${id}` });
  const { structuredContent } = fetched;
  structuredContent.text = `${structuredContent.text}\n[0:07] <img src=x onerror=alert(1)>: </script><b>bold</b>`;
  const page = await openPage(browser, { width: 1280 });
  const { frame } = await showView(page, assistant, fetched);
  await frame.getByText('</script><b>bold</b>').waitFor();
  expect(await frame.locator('ol img, ol b').count()).toBe(0);
  await frame.getByRole('button', { name: 'Play from 0:07' }).click();
  await expect.poll(() => timeOf(frame)).toBeGreaterThan(7);
});
