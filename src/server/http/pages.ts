import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import { readArrivals, type ShownText } from './arrivals.ts';
import { isApiPath } from './error-handler.ts';

/** Where the page's script puts everything. */
const ROOT = '<div id="root">';

/**
 * Serves the built web application: its files, and its page for every other address outside the interface. For a request without a session, the
 * page says so (`data-visitor`), so that the browser need not ask who is signed in; it also says how large an upload may be, unless that is the
 * default (`data-max-upload`). Where people arrive, it names what that page needs first, and where it will show a text, it begins with
 * `firstLook`, HTML to read before the script has run.
 */
export async function servePages(
  app: FastifyInstance,
  { folder, maxUploadBytes }: { folder: string; maxUploadBytes: number },
  hasSession: (request: FastifyRequest) => boolean,
  firstLook: (request: FastifyRequest, text: ShownText) => Promise<string>,
): Promise<void> {
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const page =
    maxUploadBytes === MAX_UPLOAD_BYTES
      ? built
      : built.replace('<html', `<html data-max-upload="${maxUploadBytes}"`);
  const visitorsPage = page.replace('<html', '<html data-visitor');
  const arrivals = await readArrivals(folder);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // As the build compressed them (scripts/prepare.mjs).
    preCompressed: true,
    setHeaders: (reply, path) => {
      // File names under assets/ contain a hash of their content.
      const cache = path.startsWith(join(folder, 'assets'))
        ? 'public, max-age=31536000, immutable'
        : 'no-cache';
      reply.header('cache-control', cache);
    },
  });
  app.setNotFoundHandler(() => Promise.reject(new AppError('not_found')));
  // A route, because only what routes answer is compressed.
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (isApiPath(request) || request.url.startsWith('/assets/')) throw new AppError('not_found');
    // Public links are only for people who were given them.
    if (request.url.startsWith('/share/')) {
      reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
    }
    const isKnown = hasSession(request);
    const { links, text } = arrivals(request.url, isKnown);
    const look = text ? await firstLook(request, text) : '';
    const [head = '', body = ''] = (isKnown ? page : visitorsPage).split(ROOT);
    return reply
      .headers({ 'cache-control': look ? 'no-store' : 'no-cache', vary: 'cookie' })
      .type('text/html; charset=utf-8')
      .send(`${head.replace('</head>', `${links}</head>`)}${look}${body && ROOT}${body}`);
  });
}
