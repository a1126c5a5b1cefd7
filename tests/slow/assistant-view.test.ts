import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Frame, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { TokenScope } from '#contract/token-scopes.ts';
import { createToken } from '#contract/tokens.ts';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, openPage } from '#tests/support/browser.ts';
import { Client } from '#tests/support/client.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { callWith } from '#tests/support/signing-in-assistant.ts';

/** A person's transcript with its recording, and an assistant that may do everything. */
async function withAssistant() {
  const { url, browser } = await sharedApplication();
  const ann = await Client.signUp(url);
  const id = await ann.upload(await wavRecording(20_000));
  await ann.until(id, ({ status }) => status === 'completed');
  const { token } = await ann.call(createToken, { body: { name: 'View', scopes: [...TokenScope.options] } });
  const call = async (method: string, params: object) =>
    (await callWith(url, token, method, params)).answer.result;
  const callTool = (name: string, args: object) => call('tools/call', { name, arguments: args });
  return { url, browser, id, call, callTool };
}
type Assistant = Awaited<ReturnType<typeof withAssistant>>;

/**
 * What an assistant does with the view (MCP Apps): on a page of its own origin, in a sandboxed frame, with a policy that allows what the view's resource asks for. Gives the frame, and
 * the addresses that the view has asked to open.
 */
async function showView(
  page: Page,
  { call }: Assistant,
  result: object,
): Promise<{ frame: Frame; opened: string[] }> {
  const { contents } = await call('resources/read', { uri: 'ui://tapescript/passages.html' });
  const [{ text, mimeType, _meta }] = contents;
  expect(mimeType).toBe('text/html;profile=mcp-app');
  expect(text.length).toBeLessThan(150_000);
  const media = _meta.ui.csp.resourceDomains.join(' ');
  const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; media-src ${media}`;
  const view = text.replace(
    '<head>',
    `<head><meta http-equiv="content-security-policy" content="${policy}">`,
  );
  const opened: string[] = [];
  await page.exposeFunction('answerView', async (method: string, params: { url?: string }) => {
    if (method === 'ui/initialize')
      return { hostContext: { theme: 'dark' }, hostCapabilities: {}, protocolVersion: '2026-01-26' };
    if (method === 'ui/open-link') {
      opened.push(params.url ?? '');
      return {};
    }
    return call(method, params);
  });
  const host = `<!doctype html><html lang="en"><head><title>An assistant</title></head><body><main><h1>Answer</h1>
    <iframe sandbox="allow-scripts" title="Passages" style="width: 340px; height: 600px"></iframe></main><script>
    const frame = document.querySelector('iframe');
    addEventListener('message', async ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      const send = (message) => source.postMessage({ jsonrpc: '2.0', ...message }, '*');
      if (data.method === 'ui/notifications/initialized')
        send({ method: 'ui/notifications/tool-result', params: ${JSON.stringify(result).replaceAll('<', '\\u003c')} });
      if (data.id !== undefined && data.method) send({ id: data.id, result: await answerView(data.method, data.params) });
    });
    frame.srcdoc = ${JSON.stringify(view).replaceAll('<', '\\u003c')};
    </script></body></html>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(host);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const at = server.address();
  await page.goto(`http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/`);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  return { frame: frame ?? expect.unreachable(), opened };
}

const timeOf = (frame: Frame) =>
  frame.evaluate(() => document.querySelector('audio')?.currentTime ?? Number.NaN);

it('plays what an answer cites within the conversation, by the keyboard, and leads to the page', async () => {
  const assistant = await withAssistant();
  const { url, browser, id, callTool } = assistant;
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
  const assistant = await withAssistant();
  const { browser, id, callTool } = assistant;
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
