import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { servePages } from './pages.ts';

it('serves each file as the build compressed it, in the encoding that the browser accepts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.html': '<html lang="en">',
    'assets/a.js': 'plain',
    'assets/a.js.br': 'brotli',
    'assets/b.js': 'b',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const app = Fastify();
  onTestFinished(() => app.close());
  await servePages(
    app,
    { folder, maxUploadBytes: MAX_UPLOAD_BYTES },
    () => false,
    async () => '',
  );
  const ask = async (url: string, encodings: string) => {
    const { body, headers } = await app.inject({ url, headers: { 'accept-encoding': encodings } });
    return [body, headers['content-encoding'], headers['cache-control'], headers.vary];
  };
  const asset = ['public, max-age=31536000, immutable', 'accept-encoding'];
  expect(await ask('/assets/a.js', 'gzip, br')).toEqual(['brotli', 'br', ...asset]);
  expect(await ask('/assets/a.js', 'gzip')).toEqual(['plain', undefined, ...asset]);
  expect(await ask('/assets/b.js', 'gzip, br')).toEqual(['b', undefined, ...asset]);
});

it('compresses a page, which may begin with a text, and serves it for every address of no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<html><body><div id="root"></div></body>');
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(compress, { encodings: ['gzip'] });
  const words = '말씀 '.repeat(2000);
  await servePages(
    app,
    { folder, maxUploadBytes: MAX_UPLOAD_BYTES },
    () => false,
    async () => words,
  );
  const ask = (method: 'GET' | 'HEAD' | 'POST', url: string) =>
    app.inject({ method, url, headers: { 'accept-encoding': 'gzip' } });
  const { headers, rawPayload } = await ask('GET', '/share/abc-_1');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'cookie, accept-encoding' });
  expect(gunzipSync(rawPayload).toString()).toContain(`<body>${words}<div id="root">`);
  expect((await ask('HEAD', '/library')).statusCode).toBe(200);
  for (const [method, url] of [
    ['POST', '/library'],
    ['GET', '/assets/gone.js'],
    ['GET', '/api/gone'],
  ] as const)
    expect((await ask(method, url)).body).toContain('not_found');
});

it('says in the page whether there is no session', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<html lang="en"><p>');
  const app = Fastify();
  onTestFinished(() => app.close());
  await servePages(
    app,
    { folder, maxUploadBytes: MAX_UPLOAD_BYTES },
    ({ headers }) => headers.cookie === 'session',
    async () => '',
  );
  const { body: visitors, headers } = await app.inject({ url: '/library' });
  const { body } = await app.inject({ url: '/library', headers: { cookie: 'session' } });
  expect([visitors, body]).toEqual(['<html data-visitor lang="en"><p>', '<html lang="en"><p>']);
  expect(headers).toMatchObject({ vary: 'cookie', 'cache-control': 'no-cache' });
});

it('says in the page how large an upload may be, if the operator has set that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<html lang="en"><p>');
  const app = Fastify();
  onTestFinished(() => app.close());
  await servePages(
    app,
    { folder, maxUploadBytes: 1024 },
    () => true,
    async () => '',
  );
  expect((await app.inject({ url: '/' })).body).toBe('<html data-max-upload="1024" lang="en"><p>');
});

it('names in a page what it needs first, so that the browser need not wait for its script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<html><head></head>');
  const arrivals = {
    landing: ['assets/l.js'],
    shared: ['assets/s.js'],
    'signed-in': ['assets/i.js', 'assets/i.css'],
  };
  await writeFile(join(folder, 'arrivals.json'), JSON.stringify(arrivals));
  const app = Fastify();
  onTestFinished(() => app.close());
  await servePages(
    app,
    { folder, maxUploadBytes: MAX_UPLOAD_BYTES },
    ({ headers }) => headers.cookie === 'session',
    async () => '',
  );
  const linksOf = async (url: string, cookie = '') => {
    const { body } = await app.inject({ url, headers: { cookie } });
    return [...body.matchAll(/<link rel="[^"]*" [^>]*href="([^"]*)">/g)].map(([, href]) => href);
  };
  const code = ['/assets/i.js', '/assets/i.css', '/api/auth/user'];
  expect(await linksOf('/')).toEqual(['/assets/l.js']);
  expect(await linksOf('/', 'session')).toEqual(code);
  expect(await linksOf('/?transcript=12', 'session')).toEqual([...code, '/api/transcripts/12']);
  expect(await linksOf('/transcript/12?t=3', 'session')).toEqual([...code, '/api/transcripts/12']);
  expect(await linksOf('/share/abc-_1')).toEqual(['/assets/s.js', '/api/share/abc-_1']);
  expect(await linksOf('/transcript/12')).toEqual([]);
  // Whatever an address says, only what is an id gets into the page.
  expect(await linksOf('/?transcript=1"><script>', 'session')).toEqual(code);
  expect(await linksOf('/share/a"><script>')).toEqual([
    '/assets/s.js',
    '/api/share/a%2522%253E%253Cscript%253E',
  ]);
  expect(await linksOf('//', 'session')).toEqual([]);
});
