import { access, readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ERRORS } from '#contract/errors.ts';
import * as registry from '#contract/registry.ts';
import { VERSION } from '#server/version.ts';
import { WITH_TEXT, WITHOUT_TEXT } from '#tests/support/domain-work.ts';

const CONTRACT = new URL('../src/contract/', import.meta.url);

it('lists every endpoint of the contract in its registry', async () => {
  const declared: Endpoint[] = [];
  for (const file of await readdir(CONTRACT)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file === 'registry.ts') continue;
    const exported: Record<string, unknown> = await import(new URL(file, CONTRACT).href);
    declared.push(...Object.values(exported).filter(isEndpoint));
  }
  const names = (endpoints: readonly Endpoint[]) =>
    endpoints.map(({ method, path }) => `${method} ${path}`).sort();
  expect(names(registry.endpoints)).toEqual(names(declared));
  expect(declared.length).toBeGreaterThan(15);
});

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
  );
}

it('has no error that nothing reports', async () => {
  const root = new URL('../src/', import.meta.url);
  const names = await readdir(root, { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('contract/errors'));
  const texts = await Promise.all(sources.map((name) => readFile(new URL(name, root), 'utf8')));
  const reported = new Set(
    texts.flatMap((text) => [...text.matchAll(/['"]([a-z_]+)['"]/g)].map(([, word]) => word)),
  );
  expect(Object.keys(ERRORS).filter((code) => !reported.has(code))).toEqual([]);
});

it('finds every test that docs/security.md cites', async () => {
  const root = new URL('../', import.meta.url);
  const text = await readFile(new URL('docs/security.md', root), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.tsx?): ([^`]+)`/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));
  const missing = await Promise.all(
    named.map(async ({ file, title }) => {
      const source = await readFile(new URL(file, root), 'utf8').catch(() => '');
      // In a string literal, a quotation mark of the same kind is escaped.
      const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted));
      return isThere ? [] : [`${file}: ${title}`];
    }),
  );
  expect(missing.flat()).toEqual([]);
  expect(named.length).toBeGreaterThan(60);
  for (const [, path = ''] of text.matchAll(/`((?:src|tests|docs|scripts)\/[\w./-]+)`/g))
    await access(new URL(path, root));
});

it('describes the version of package.json in CHANGELOG.md, and locks the same one', async () => {
  const root = new URL('../', import.meta.url);
  const text = await readFile(new URL('CHANGELOG.md', root), 'utf8');
  const locked: unknown = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8'));
  expect(text).toMatch(new RegExp(`^## ${VERSION.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`, 'm'));
  expect(locked).toMatchObject({ version: VERSION, packages: { '': { version: VERSION } } });
});

it('says for every function of src/domain how it works on a large text, or that it takes none', async () => {
  const folder = new URL('../src/domain/', import.meta.url);
  const files = await readdir(folder, { recursive: true });
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map(async (file): Promise<Record<string, unknown>> => import(new URL(file, folder).href)),
  );
  const exported = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  );
  expect([...Object.keys(WITH_TEXT), ...Object.keys(WITHOUT_TEXT)].sort()).toEqual(exported.sort());
  expect(exported.length).toBeGreaterThan(100);
});
