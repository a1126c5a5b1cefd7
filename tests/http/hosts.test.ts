import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { EVENTS_PATH } from '#contract/events.ts';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { type TestAppOptions, testApp } from '#tests/support/app.ts';
import { openRaw } from '#tests/support/raw-socket.ts';
import { hostOf } from '#tests/support/world.ts';

const OURS = 'tapes.example.test';
const TOKEN = 'a token for the one who measures';
const REFUSED = { status: 400, code: 'wrong_host' };

interface Call {
  method?: string;
  headers?: Record<string, string>;
}

/** The application, listening; asked by whatever name. */
async function withServer(env: Record<string, string> = {}, options: TestAppOptions = {}) {
  const test = await testApp({ ...options, env });
  await test.listen();
  const address = hostOf(test);
  const ask = (path: string, host: string, { method = 'GET', headers = {} }: Call = {}) =>
    new Promise<{ status: number | undefined; code: unknown }>((resolve, reject) => {
      const sent = request(
        `http://${address}${path}`,
        { method, headers: { host, ...headers } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          answer.on('end', () => {
            const isJson = answer.headers['content-type']?.includes('json') ?? false;
            resolve({ status: answer.statusCode, code: isJson ? JSON.parse(text).code : undefined });
          });
        },
      );
      sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
    });
  return { ...test, address, ask };
}

const WEBSOCKET = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  'sec-websocket-version': '13',
};

describe('with PUBLIC_URL', () => {
  it.each([
    '/api/auth/user',
    '/',
    '/library',
    EVENTS_PATH,
    '/metrics',
    '/api/health',
    '/media/1/a.wav',
    '/api/nowhere',
  ])('%s is refused under another name, also with an origin of that name', async (path) => {
    const { ask } = await withServer({ PUBLIC_URL: `https://${OURS}`, TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(await ask(path, 'evil.example')).toEqual(REFUSED);
    const headers = { origin: 'http://evil.example' };
    expect(await ask(path, 'evil.example', { headers })).toEqual(REFUSED);
  });

  it('changes nothing for a page of another name, and opens no WebSocket', async () => {
    const { address, ask, sql } = await withServer({ PUBLIC_URL: `https://${OURS}` });
    const headers = { origin: 'http://evil.example', 'content-type': 'application/json' };
    expect(await ask('/api/auth/sign-up', 'evil.example', { method: 'POST', headers })).toEqual(REFUSED);
    const opening = request(`http://${address}${LIVE_TEXT_PATH}`, {
      headers: { ...WEBSOCKET, host: 'evil.example', origin: 'http://evil.example' },
    });
    const opened = once(opening, 'upgrade').then(() => 101);
    const refused = once(opening.end(), 'response').then(([answer]) => answer.statusCode);
    opened.catch(() => undefined);
    expect(await Promise.race([opened, refused])).toBe(400);
    opening.destroy();
    for (const odd of [
      `${OURS}.evil.example`,
      `evil.example:${OURS}`,
      `${OURS}@evil.example`,
      `evil.example/${OURS}`,
    ]) {
      expect(await ask('/api/auth/user', odd), odd).toEqual(REFUSED);
    }
    expect(await sql('select from users')).toEqual([]);
  });

  it('serves its own name with any port and case, and this machine by its names unless a proxy asks', async () => {
    const { ask } = await withServer({ PUBLIC_URL: `https://${OURS}` });
    for (const host of [
      OURS,
      `${OURS}:8443`,
      'TAPES.example.test',
      'localhost:3000',
      '127.0.0.1',
      '[::1]:3000',
    ]) {
      expect(await ask('/api/auth/user', host), host).toEqual({ status: 401, code: 'unauthorized' });
    }
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    expect(await ask('/api/auth/user', 'localhost', { headers })).toEqual(REFUSED);
    expect(await ask('/metrics', 'localhost')).toEqual({ status: 200, code: undefined });
  });

  it('tells its health to this machine and to proxies by whatever name, and to nobody else', async () => {
    const { ask } = await withServer({ PUBLIC_URL: `https://${OURS}` });
    expect(await ask('/api/health', '10.1.2.3:3000')).toEqual({ status: 200, code: undefined });
    expect(await ask('/api/health?deep', '10.1.2.3:3000')).toEqual({ status: 200, code: undefined });
    expect(await ask('/api/health/', '10.1.2.3:3000')).toEqual(REFUSED);
  });
});

it('takes no request with two hosts, with PUBLIC_URL or without', async () => {
  for (const env of [{}, { PUBLIC_URL: `https://${OURS}` }]) {
    const { address } = await withServer(env);
    const connection = await openRaw(address);
    const lines = ['GET /api/health HTTP/1.1', `Host: ${OURS}`, 'host: evil.example', 'Connection: close'];
    connection.socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const answer = await connection.closed();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"wrong_host"');
  }
});

it('serves every name without PUBLIC_URL, but shows metrics to none that could be a stranger’s', async () => {
  const { ask } = await withServer({ METRICS_TOKEN: TOKEN });
  expect(await ask('/api/auth/user', 'living-room.lan:3000')).toEqual({ status: 401, code: 'unauthorized' });
  expect(await ask('/metrics', 'localhost:3000')).toEqual({ status: 200, code: undefined });
  expect(await ask('/metrics', 'rebound.example')).toEqual({ status: 404, code: 'not_found' });
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect(await ask('/metrics', 'node-7.lan', { headers })).toEqual({ status: 200, code: undefined });
});
