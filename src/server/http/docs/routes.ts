import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { makeDocsPage } from './page.ts';

const DOCS_PATH = '/api/docs';
/** This page runs only the script beside it and loads nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the contract for people to read: every endpoint with its access, input and output. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  // Made on the first request: at startup it would take a tenth of a second.
  let page: Promise<string> | undefined;
  app.get(DOCS_PATH, { schema: { hide: true } }, async (_request, reply) => {
    page ??= makeDocsPage();
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': POLICY })
      .type('text/html; charset=utf-8')
      .send(await page);
  });
  for (const [name, type] of Object.entries(FILES)) {
    const file = await readFile(new URL(`./${name}`, import.meta.url), 'utf8');
    app.get(`${DOCS_PATH}/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(type).send(file),
    );
  }
}

const FILES = { 'script.js': 'text/javascript; charset=utf-8', 'style.css': 'text/css; charset=utf-8' };
