import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listProjects } from '#contract/projects.ts';
import { sendJson, startLoopback } from '#tests/support/loopback.ts';
import { UsageError } from '../command-line.ts';
import { isPassing, openServer, RemoteError, readAddress } from './server.ts';

type Answers = Record<string, (response: ServerResponse) => void>;

const HEALTH: Answers = {
  '/api/health': (response) => sendJson(response, 200, { status: 'ok', version: '9.8.7' }),
};

/** A server that gives these answers, and 404 without content for anything else. */
async function withServer(answers: Answers) {
  const double = await startLoopback(({ path }, response) => {
    const answer = answers[path];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  onTestFinished(() => double.close());
  const said: string[] = [];
  const { signal } = new AbortController();
  const open = () =>
    openServer({ address: double.url, token: 'tps_a', signal, say: (line) => void said.push(line) });
  return { ...double, open, said };
}

it.each([
  ['https://tapes.example.org', 'https://tapes.example.org'],
  ['https://tapes.example.org/', 'https://tapes.example.org'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('reads the address %s', (given, origin) => expect(readAddress(given).origin).toBe(origin));

it.each([
  ['tapes', '"tapes" is not the address of a server'],
  ['ftp://tapes.example.org', 'is not the address of a server'],
  ['https://example.org/tapes', 'use --server https://example.org.'],
  ['https://example.org/?t=1', 'use --server https://example.org.'],
  ['https://ann:secret@example.org', 'use --server https://example.org.'],
])('refuses the address %s', (given, words) => {
  expect(() => readAddress(given)).toThrow(UsageError);
  expect(() => readAddress(given)).toThrow(words);
});

it.each([
  ['https://tapes.example.org/api/health', 'Use --server https://tapes.example.org if you trust it'],
  ['/sign-in', 'perhaps to a sign-in page'],
])('follows no redirect to %s, but tells', async (location, words) => {
  const { open, requests } = await withServer({
    '/api/health': (response) => response.writeHead(301, { location }).end(),
  });
  await expect(open()).rejects.toThrow(words);
  expect(requests).toHaveLength(1);
});

it.each([200, 404])('tells a server that answers with a page (%i) from Tapescript', async (status) => {
  const { open } = await withServer({
    '/api/health': (response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  });
  await expect(open()).rejects.toThrow('There is no Tapescript server at');
});

it.each<[string, (response: ServerResponse) => void]>([
  ['gives other answers', (response) => sendJson(response, 200, [{ id: 'seven' }])],
  ['lacks an endpoint', (response) => sendJson(response, 404, { code: 'not_found', message: 'Not found.' })],
])('names the version of a server that %s', async (_, answer) => {
  const { open } = await withServer({ ...HEALTH, '/api/projects': answer });
  const server = await open();
  const asked = server.call(listProjects, {});
  await expect(asked).rejects.toThrow('has another version of Tapescript (9.8.7)');
  await expect(asked).rejects.toMatchObject({ code: 'other_version' });
});

it('asks again after an overload and says so, with the token only once it has found Tapescript', async () => {
  const answers = [503, 200];
  const { open, requests, said } = await withServer({
    ...HEALTH,
    '/api/projects': (response) => sendJson(response, answers.shift() ?? 500, []),
  });
  const server = await open();
  expect(await server.call(listProjects, {})).toEqual([]);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    'Bearer tps_a',
    'Bearer tps_a',
  ]);
  expect(said).toEqual([expect.stringMatching(/^http:.* answered with 503\. Trying again\.$/)]);
});

it('tells what passes from what stays', () => {
  expect(isPassing(new RemoteError('', { status: 429, code: 'too_many_requests' }))).toBe(true);
  expect(isPassing(new RemoteError('', { status: 429, code: 'speech_daily_limit' }))).toBe(false);
  expect(isPassing(new RemoteError('', { status: 507, code: 'storage_full' }))).toBe(false);
  expect(isPassing(new RemoteError('', { status: 403 }))).toBe(false);
  expect(isPassing(new Error('a fault of the program'))).toBe(false);
});
