import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { TokenScope } from '#contract/token-scopes.ts';
import { createToken } from '#contract/tokens.ts';
import { Client } from './client.ts';
import { wavRecording } from './recordings.ts';
import { callWith } from './signing-in-assistant.ts';

/** A person's transcript with its recording, and an assistant that may do everything. */
export async function withAssistant(url: string) {
  const ann = await Client.signUp(url);
  const id = await ann.upload(await wavRecording(20_000));
  await ann.until(id, ({ status }) => status === 'completed');
  const { token } = await ann.call(createToken, { body: { name: 'View', scopes: [...TokenScope.options] } });
  const call = async (method: string, params: object) =>
    (await callWith(url, token, method, params)).answer.result;
  return {
    id,
    call,
    callTool: (name: string, args: object) => call('tools/call', { name, arguments: args }),
  };
}

/** A call of the view: its method, and what it gives with it. */
interface Asked {
  method: string;
  params: { url?: string };
}

/**
 * Shows the view of a tool's result as assistants do (MCP Apps): on a page of its own origin, in a sandboxed frame, with a policy that allows what the view's
 * resource asks for. `address` is the page; `opened` are the addresses that the view has asked to open. `extra` is run within the view.
 */
export async function serveView(
  { call }: Pick<Awaited<ReturnType<typeof withAssistant>>, 'call'>,
  result: object,
  extra = '',
): Promise<{ address: string; opened: string[] }> {
  const { contents } = await call('resources/read', { uri: 'ui://tapescript/passages.html' });
  const [{ text, mimeType, _meta }] = contents;
  expect(mimeType).toBe('text/html;profile=mcp-app');
  expect(text.length).toBeLessThan(150_000);
  const media = _meta.ui.csp.resourceDomains.join(' ');
  const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; media-src ${media}`;
  const view = text
    .replace('<head>', `<head><meta http-equiv="content-security-policy" content="${policy}">`)
    .replace('</body>', `${extra && `<script>${extra}</script>`}</body>`);
  const opened: string[] = [];
  const answer = async ({ method, params }: Asked) => {
    if (method === 'ui/initialize') return { hostContext: { theme: 'dark' }, hostCapabilities: {} };
    if (method !== 'ui/open-link') return call(method, params);
    opened.push(params.url ?? '');
    return {};
  };
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const answered = await answer((await json(request)) as Asked);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
    } else if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(hostPage(view, result));
    } else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = server.address();
  return { address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/`, opened };
}

/** What the view tells of itself with `{ seen: ... }` is in `window.seen`. */
function hostPage(view: string, result: object): string {
  const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head><title>An assistant</title><style>body { margin: 0 }</style></head><body>
<main><h1>Answer</h1><iframe sandbox="allow-scripts" title="Passages" style="width: 340px; height: 600px; border: 0"></iframe></main>
<script>
const frame = document.querySelector('iframe');
addEventListener('message', async ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  if (data.seen) window.seen = data.seen;
  const send = (message) => source.postMessage({ jsonrpc: '2.0', ...message }, '*');
  if (data.method === 'ui/notifications/initialized')
    send({ method: 'ui/notifications/tool-result', params: ${inScript(result)} });
  if (data.id === undefined || !data.method) return;
  const answer = await fetch('/call', { method: 'POST', body: JSON.stringify(data) });
  send({ id: data.id, result: await answer.json() });
});
frame.srcdoc = ${inScript(view)};
</script></body></html>`;
}
