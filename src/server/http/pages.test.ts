import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
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
  await servePages(app, folder, () => false);
  const ask = async (url: string, encodings: string) => {
    const { body, headers } = await app.inject({ url, headers: { 'accept-encoding': encodings } });
    return [body, headers['content-encoding'], headers['cache-control'], headers.vary];
  };
  const asset = ['public, max-age=31536000, immutable', 'accept-encoding'];
  expect(await ask('/assets/a.js', 'gzip, br')).toEqual(['brotli', 'br', ...asset]);
  expect(await ask('/assets/a.js', 'gzip')).toEqual(['plain', undefined, ...asset]);
  expect(await ask('/assets/b.js', 'gzip, br')).toEqual(['b', undefined, ...asset]);
});

it('says in the page whether there is no session', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<html lang="en"><p>');
  const app = Fastify();
  onTestFinished(() => app.close());
  await servePages(app, folder, ({ headers }) => headers.cookie === 'session');
  const { body: visitors, headers } = await app.inject({ url: '/library' });
  const { body } = await app.inject({ url: '/library', headers: { cookie: 'session' } });
  expect([visitors, body]).toEqual(['<html data-visitor lang="en"><p>', '<html lang="en"><p>']);
  expect(headers).toMatchObject({ vary: 'cookie', 'cache-control': 'no-cache' });
});
