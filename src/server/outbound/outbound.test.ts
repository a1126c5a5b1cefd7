import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Loopback, startLoopback } from '#tests/support/loopback.ts';
import type { Resolve } from './guarded-agent.ts';
import { createOutbound, type Outbound } from './outbound.ts';

const LIMITS = { maxBytes: 1_000_000, totalMs: 20_000 };
/** In the public range, but assigned to nobody. */
const PUBLIC = { address: '3ffe::1', family: 6 };
const PRIVATE = { address: '127.0.0.1', family: 4 };

const ZEROS = Buffer.alloc(1 << 20);

const opened: Outbound[] = [];
const open = (...options: Parameters<typeof createOutbound>) => {
  const outbound = createOutbound(...options);
  opened.push(outbound);
  return outbound;
};

/** A site that may be reached, and one next to it that may not. */
let site: Loopback;
let inner: Loopback;
let toSite: Outbound;

beforeAll(async () => {
  inner = await startLoopback((_, response) => void response.end('secret'));
  site = await startLoopback(async ({ path, method, body }, response) => {
    const [, action = '', rest = ''] = /^\/([a-z-]+)\/?(.*)$/.exec(path) ?? [];
    if (action === 'to') response.writeHead(302, { location: decodeURIComponent(rest) }).end();
    else if (action === 'again') response.writeHead(307, { location: '/echo' }).end();
    else if (action === 'circle') response.writeHead(302, { location: '/circle' }).end('x'.repeat(1000));
    else if (action === 'echo') response.end(JSON.stringify({ method, body }));
    else if (action === 'silent') return;
    else if (action === 'stall') response.writeHead(200).write('begun');
    else if (action === 'large') response.end(Buffer.alloc(Number(rest)));
    else if (action === 'drip') await drip(response);
    else if (action === 'bomb') sendBomb(response);
    else if (action === 'layers') {
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('twice')));
    } else if (action === 'cut') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.socket?.destroy());
    } else response.end('hello');
  });
  toSite = open({ allow: [new URL(site.url).host] });
});
afterAll(async () => {
  for (const outbound of opened) await outbound.close();
  await site.close();
  await inner.close();
});

async function drip(response: ServerResponse) {
  while (!response.destroyed && !response.closed) {
    response.write('.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Sends two gigabytes of zeros, compressed to two megabytes. */
function sendBomb(response: ServerResponse) {
  response.writeHead(200, { 'content-encoding': 'gzip' });
  const zeros = Readable.from(Array.from({ length: 2048 }, () => ZEROS));
  pipeline(zeros, createGzip({ level: constants.Z_BEST_SPEED }), response).catch(() => undefined);
}

const refused = { name: 'OutboundError', failure: 'refused' };

describe('addresses that are not public', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'http://①②⑦.0.0.1/',
  ])('refuses %s', async (address) => {
    await expect(open().fetch(address, LIMITS)).rejects.toMatchObject(refused);
  });

  it.each([
    'http://168.63.129.16/metadata/instance',
    'http://168.63.129.16:8080/',
    'http://0xa83f8110/',
    'http://[::ffff:168.63.129.16]/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://100.100.100.200/latest/meta-data/',
    'http://192.0.0.192/latest/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://Metadata.Google.Internal./',
    'http://metadata/',
    'http://metadata.packet.net/',
  ])('refuses %s, where a cloud answers the machines in it', async (address) => {
    const outbound = open({ resolve: async () => [PUBLIC] });
    await expect(outbound.fetch(address, LIMITS)).rejects.toMatchObject(refused);
  });

  it.each([
    ['a name of this machine', [PRIVATE]],
    ['a name of the service of a cloud', [{ address: '168.63.129.16', family: 4 }]],
    ['a name with an IPv4 in an IPv6 address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['a name with an IPv4-compatible address', [{ address: '::7f00:1', family: 6 }]],
    ['a name with a public and a private address', [PUBLIC, PRIVATE]],
    ['the same the other way round', [PRIVATE, PUBLIC]],
    ['a name of the local link with a zone', [{ address: 'fe80::1%lo', family: 6 }]],
  ])('refuses %s', async (_, addresses) => {
    const outbound = open({ resolve: async () => addresses });
    await expect(outbound.fetch('http://inside.test/', LIMITS)).rejects.toMatchObject(refused);
  });

  it('uses only the lookup that it has checked, so that a name that changes its address gains nothing', async () => {
    const answers = [[PUBLIC], [PRIVATE], [PRIVATE]];
    let lookUps = 0;
    const resolve: Resolve = async () => answers[lookUps++] ?? [];
    const outbound = open({ resolve });
    // No server listens at the public address; the test is that no other address was contacted.
    const first = outbound.fetch('http://rebinding.test/', { ...LIMITS, totalMs: 1000 });
    await expect(first).rejects.toMatchObject({ failure: expect.stringMatching(/unreachable|timeout/) });
    expect(lookUps).toBe(1);
    await expect(outbound.fetch('http://rebinding.test/', LIMITS)).rejects.toMatchObject(refused);
    expect(lookUps).toBe(2);
    expect(inner.requests).toEqual([]);
  });

  it('reaches only the addresses and names on the allow list', async () => {
    const { host, port } = new URL(site.url);
    const byName = open({ allow: [`Inside.Test:${port}`], resolve: async () => [PRIVATE] });
    const answer = await byName.fetch(`http://inside.test:${port}/`, LIMITS);
    expect(await text(answer.body)).toBe('hello');
    expect(await text((await toSite.fetch(`http://${host}/`, LIMITS)).body)).toBe('hello');
    await expect(toSite.fetch(`http://localhost:${port}/`, LIMITS)).rejects.toMatchObject(refused);
    await expect(toSite.fetch(inner.url, LIMITS)).rejects.toMatchObject(refused);
    expect(inner.requests).toEqual([]);
  });
});

describe('addresses that are not on the web', () => {
  it.each([
    'file:///etc/passwd',
    'data:text/plain,x',
    'ftp://example.org/',
    'gopher://example.org/',
    'http://user:word@example.org/',
    'http://user@example.org/',
    'http://example.org:22/',
    'http://example.org:25/',
    'http://example.org:5432/',
    'http://example.org:6379/',
    'http://',
    'not an address',
    '',
  ])('refuses %s', async (address) => {
    await expect(open().fetch(address, LIMITS)).rejects.toMatchObject(refused);
  });
});

describe('redirects', () => {
  const to = (target: string) => `${site.url}/to/${encodeURIComponent(target)}`;

  it('follows them, and reports the final address', async () => {
    const answer = await toSite.fetch(to(to('/hello')), LIMITS);
    expect(answer.url).toBe(`${site.url}/hello`);
    expect(await text(answer.body)).toBe('hello');
  });

  it('follows none with a body that is streamed', async () => {
    const bytes = async function* () {
      yield Buffer.from('{"a":');
      yield Buffer.from('1}');
    };
    const request = { ...LIMITS, method: 'POST', body: { sizeBytes: 7, bytes } } as const;
    const answer = await toSite.fetch(`${site.url}/echo`, request);
    expect(JSON.parse(await text(answer.body))).toEqual({ method: 'POST', body: { a: 1 } });
    expect(site.requests.at(-1)?.headers['content-length']).toBe('7');
    const moved = await toSite.fetch(`${site.url}/again`, request);
    expect([moved.status, await text(moved.body)]).toEqual([307, '']);
  });

  it('rejects one to an address that would be rejected on its own', async () => {
    const targets = [
      inner.url,
      'file:///etc/passwd',
      'data:text/plain,x',
      'http://2130706433/',
      '//[::1]/',
      '//a:b@c/',
    ];
    for (const target of targets) {
      await expect(toSite.fetch(to(target), LIMITS), target).rejects.toMatchObject(refused);
    }
    expect(inner.requests).toEqual([]);
  });

  it('follows at most ten in a loop', async () => {
    const before = site.requests.length;
    const circle = toSite.fetch(`${site.url}/circle`, LIMITS);
    await expect(circle).rejects.toMatchObject({ failure: 'redirects' });
    expect(site.requests.length - before).toBe(11);
  });

  it('resends a body only if the status requires it, and sends no credentials to another host', async () => {
    const post = { ...LIMITS, method: 'POST', body: '"x"' } as const;
    expect(await text((await toSite.fetch(to('/echo'), post)).body)).toBe('{"method":"GET","body":null}');
    const again = await toSite.fetch(`${site.url}/again`, post);
    expect(await text(again.body)).toBe('{"method":"POST","body":"x"}');

    const other = await startLoopback((_, response) => void response.end());
    const both = open({ allow: [new URL(site.url).host, new URL(other.url).host] });
    const headers = { Cookie: 'a=b', authorization: 'Bearer x', 'x-kept': '1' };
    const answer = await both.fetch(to(other.url), { ...LIMITS, headers });
    answer.body.destroy();
    expect(other.requests[0]?.headers).toMatchObject({ 'x-kept': '1' });
    expect(other.requests[0]?.headers).not.toHaveProperty('cookie');
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
    await other.close();
  });
});

describe('limits', () => {
  it('accepts exactly the maximum number of bytes, and ends a longer body', async () => {
    const fetch = (bytes: number) =>
      toSite.fetch(`${site.url}/large/${bytes}`, { ...LIMITS, maxBytes: 50_000 });
    expect((await buffer((await fetch(50_000)).body)).length).toBe(50_000);
    await expect(buffer((await fetch(50_001)).body)).rejects.toMatchObject({ failure: 'too-large' });
  });

  it('counts the decompressed bytes of a body, without holding them in memory', async () => {
    const before = process.memoryUsage.rss();
    const { body } = await toSite.fetch(`${site.url}/bomb`, { ...LIMITS, maxBytes: 20_000_000 });
    let bytes = 0;
    const read = async () => {
      for await (const piece of body) bytes += piece.length;
    };
    await expect(read()).rejects.toMatchObject({ failure: 'too-large' });
    expect(bytes).toBeLessThanOrEqual(20_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
  });

  it('ends a body that is not read any further when its time is up', async () => {
    const dripping = toSite.fetch(`${site.url}/drip`, { ...LIMITS, totalMs: 300 });
    await expect(dripping.then(({ body }) => text(body))).rejects.toMatchObject({ failure: 'timeout' });
    const unread = await toSite.fetch(`${site.url}/drip`, LIMITS);
    unread.body.destroy();
  });

  it('ends a request without a response, before and after the head', async () => {
    const impatient = { ...LIMITS, idleMs: 200 };
    await expect(toSite.fetch(`${site.url}/silent`, impatient)).rejects.toMatchObject({
      failure: 'unreachable',
    });
    const stalled = toSite.fetch(`${site.url}/stall`, impatient);
    await expect(stalled.then(({ body }) => text(body))).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it('reports a body that broke off', async () => {
    const { body } = await toSite.fetch(`${site.url}/cut`, LIMITS);
    await expect(text(body)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it('reports an address where no server listens', async () => {
    const gone = await startLoopback(() => undefined);
    await gone.close();
    const outbound = open({ allow: [new URL(gone.url).host] });
    await expect(outbound.fetch(gone.url, LIMITS)).rejects.toMatchObject({ failure: 'unreachable' });
    const nameless = open({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(nameless.fetch('http://no.test/', LIMITS)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it('rejects with the reason of the abort', async () => {
    const ended = new AbortController();
    const running = toSite.fetch(`${site.url}/silent`, { ...LIMITS, signal: ended.signal });
    ended.abort(new Error('no longer wanted'));
    await expect(running).rejects.toThrow('no longer wanted');
  });

  it('decompresses a body that is compressed twice', async () => {
    expect(await text((await toSite.fetch(`${site.url}/layers`, LIMITS)).body)).toBe('twice');
  });
});
