import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ServerCall } from '#speech/server/transport.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { type Loopback, startLoopback } from '#tests/support/loopback.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { sendThrough } from './send-call.ts';

let site: Loopback;
let outbound: Outbound;
const arrivals = new EventTarget();

beforeAll(async () => {
  site = await startLoopback(({ path, method, body, headers }, response) => {
    arrivals.dispatchEvent(new Event(path));
    if (path === '/moved') response.writeHead(307, { location: '/echo' }).end('elsewhere');
    else if (path === '/large') response.end('x'.repeat(2000));
    else if (path === '/busy') response.writeHead(429, { 'retry-after': '7' }).end('later');
    else if (path === '/lost') response.destroy();
    else if (path === '/cut') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.socket?.destroy());
    } else if (path === '/echo')
      response.end(JSON.stringify({ method, body: String(body), length: headers['content-length'] }));
  });
  outbound = createOutbound({ allow: [new URL(site.url).host] });
});
afterAll(async () => {
  await outbound.close();
  await site.close();
});

const CALL: Omit<ServerCall, 'signal'> = {
  method: 'GET',
  headers: {},
  maxBytes: 1000,
  idleMs: 30_000,
  totalMs: 30_000,
};
const send = (path: string, call: Partial<ServerCall> = {}) =>
  sendThrough(outbound)(`${site.url}${path}`, { ...CALL, signal: new AbortController().signal, ...call });

/** A form of two parts. */
const body = {
  sizeBytes: 6,
  bytes: async function* () {
    yield Buffer.from('abc');
    yield Buffer.from('def');
  },
};
const post = { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body } as const;

it('sends a body as it comes, with its length, and gives the answer to its end', async () => {
  const { status, text } = await send('/echo', post);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ method: 'POST', body: 'abcdef', length: '6' });
});

it.each([false, true])(
  'gives an answer that comes before all is sent, to a body of 20 MB',
  async (isClosed) => {
    const proxy = createServer((_, response) => {
      if (isClosed) response.setHeader('connection', 'close');
      response.writeHead(413).end('too large');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const toProxy = createOutbound({ allow: [`127.0.0.1:${port}`] });
    onTestFinished(async () => {
      await toProxy.close();
      proxy.closeAllConnections();
      proxy.close();
    });
    const large = {
      sizeBytes: 20_000_000,
      bytes: async function* () {
        for (let sent = 0; sent < 20_000_000; sent += 250_000) yield Buffer.alloc(250_000);
      },
    };
    const call = { ...CALL, ...post, body: large, signal: new AbortController().signal };
    expect(await sendThrough(toProxy)(`http://127.0.0.1:${port}/`, call)).toMatchObject({
      status: 413,
      text: 'too large',
    });
  },
);

it('gives every answer, also a refusal or a redirect, which is not followed', async () => {
  const busy = await send('/busy');
  expect([busy.status, busy.headers.get('retry-after'), busy.text]).toEqual([429, '7', 'later']);
  expect(await send('/moved', post)).toMatchObject({ status: 307, text: 'elsewhere' });
});

it.each([
  ['/large', {}, { code: 'bad_answer' }],
  ['/lost', {}, { code: 'unreachable' }],
  ['/cut', {}, { code: 'unreachable' }],
  ['/silent', { totalMs: 50 }, { code: 'unreachable', tookTooLong: true }],
  ['/silent', { idleMs: 50 }, { code: 'unreachable' }],
] as const)('gives %s, called with %j, as the problem %j', async (path, call, problem) => {
  const error = await send(path, call).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SpeechError);
  expect(error).toMatchObject({ problem });
});

it('reaches no private address', async () => {
  const call = { ...CALL, signal: new AbortController().signal };
  await expect(sendThrough(outbound)('http://127.0.0.1:9/v1', call)).rejects.toMatchObject({
    problem: { code: 'address_refused' },
  });
});

it('ends with the reason when it is aborted', async () => {
  const stop = new AbortController();
  const call = send('/silent', { signal: stop.signal });
  const reason = new Error('enough');
  void once(arrivals as never, '/silent').then(() => stop.abort(reason));
  await expect(call).rejects.toBe(reason);
});
