import { access, readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import * as registry from '#contract/registry.ts';

const SERVER_FEATURES = new URL('../src/server/features/', import.meta.url);
const CONTRACT = new URL('../src/contract/', import.meta.url);

/** The rooms of a feature of the server (docs/style.md); whatever else it needs is a file of one idea beside them. */
const KNOWN = /^(routes|service|access|jobs|present|(\w+-)?queries)\.ts$|\.job\.ts$|\.test\.ts$/;
const NAMED_IDEAS = new Set([
  'analysis/failures.ts',
  'analysis/lease.ts',
  'analysis/perform.ts',
  'auth/identity.ts',
  'auth/login-attempt.ts',
  'auth/operator.ts',
  'auth/weak-password.ts',
  'auth/password.ts',
  'auth/provider-login.ts',
  'conversations/write-answer.ts',
  'editing/apply.ts',
  'editing/changes.ts',
  'editing/names.ts',
  'editing/plan.ts',
  'editing/portions.ts',
  'editing/states-before.ts',
  'live-text/places.ts',
  'live-text/serve-microphone.ts',
  'project-chat/answer-context.ts',
  'project-chat/read-windows.ts',
  'project-chat/suggestions.ts',
  'projects/collaborators.ts',
  'projects/invitations.ts',
  'recordings/pieces.ts',
  'transcripts/choose-engine.ts',
  'transcripts/failure.ts',
  'transcripts/fetch-source.ts',
  'transcripts/in-projects.ts',
  'transcripts/progress.ts',
  'transcripts/runs.ts',
  'transcripts/statistics.ts',
  'transcripts/superseded.ts',
  'transcripts/versions.ts',
  'uploads/arrival.ts',
  'uploads/signed-address.ts',
]);

it('keeps the rooms of the server features', async () => {
  const files = await readdir(SERVER_FEATURES, { recursive: true });
  const others = files.filter(
    (file) => file.endsWith('.ts') && !KNOWN.test(file.split('/')[1] ?? '') && !NAMED_IDEAS.has(file),
  );
  expect(others).toEqual([]);
});

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

it('names only tests in docs/security.md that are there', async () => {
  const root = new URL('../', import.meta.url);
  const text = await readFile(new URL('docs/security.md', root), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.tsx?): ([^`]+)`/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));
  const missing = await Promise.all(
    named.map(async ({ file, title }) => {
      const source = await readFile(new URL(file, root), 'utf8').catch(() => '');
      // In a quoted text, a quotation mark of the same kind has a backslash before it.
      const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted));
      return isThere ? [] : [`${file}: ${title}`];
    }),
  );
  expect(missing.flat()).toEqual([]);
  expect(named.length).toBeGreaterThan(60);
  for (const [, path = ''] of text.matchAll(/`((?:src|tests|docs|scripts)\/[\w./-]+)`/g))
    await access(new URL(path, root));
});
