import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { UploadId } from '#contract/ids.ts';
import { authorizeUpload, listUploadParts } from '#contract/uploads.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { FileChanged, openLocalFile } from './local-file.ts';
import { PartRefused, sendFile } from './send-file.ts';
import type { Server } from './server.ts';

const ID = UploadId.parse('a'.repeat(22));
const PART = 10;

/** A server whose store signs addresses; those of a generation that has expired are refused as S3 does. */
async function withStore({ partSize = PART as number | null, livesFor = Number.POSITIVE_INFINITY } = {}) {
  const arrived = new Map<number, string>();
  const calls: string[] = [];
  const tokens: (string | undefined)[] = [];
  const store = createServer(async (request, response) => {
    tokens.push(request.headers.authorization);
    const [, generation, number = 0] = (request.url ?? '').split('/').map(Number);
    const bytes = await readAll(request);
    const isExpired = generation !== asked || arrived.size >= livesFor * (asked - 1);
    if (isExpired) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    arrived.set(number, bytes);
    response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  onTestFinished(() => void store.close());
  const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  let asked = 0;
  const path = join(await temporaryFolder(), 'talk.mp3');
  const text = 'a recording of thirty-five bytes...';
  await writeFile(path, text);
  const addressOf = (number: number) => `${url}/${asked}/${number}`;
  const answers = new Map<Endpoint, () => unknown>([
    [authorizeUpload, () => ({ uploadId: ID, uploadUrl: addressOf(1), maxSize: 100, partSize })],
    [
      listUploadParts,
      () => {
        const size = partSize ?? text.length;
        const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => ({
          number: index + 1,
          sizeBytes: Math.min(size, text.length - index * size),
          url: arrived.has(index + 1) ? null : addressOf(index + 1),
        }));
        return { partSize: size, parts };
      },
    ],
  ]);
  const server: Server = {
    address: url,
    patiently: (attempt) => attempt(),
    call: async <E extends Endpoint>(endpoint: E, _: InputOf<E>) => {
      asked += 1;
      calls.push(endpoint.path);
      // The double answers by the contract.
      return answers.get(endpoint)?.() as OutputOf<E>;
    },
  };
  const shares: number[] = [];
  const file = await openLocalFile(path, { maxBytes: 1e9, signal: new AbortController().signal });
  const send = () =>
    sendFile(server, {
      file,
      uploadId: undefined,
      onBegun: async (id) => void calls.push(`begun ${id}`),
      onProgress: (share) => void shares.push(share),
      signal: new AbortController().signal,
    });
  const whole = () =>
    [...arrived]
      .sort(([one], [other]) => one - other)
      .map(([, bytes]) => bytes)
      .join('');
  return { send, path, calls, shares, whole, text, tokens };
}

it('sends the parts of a file, without the token, and says when it has begun', async () => {
  const { send, calls, shares, whole, text, tokens } = await withStore();
  expect(await send()).toBe(ID);
  expect(whole()).toBe(text);
  expect(calls).toEqual([authorizeUpload.path, `begun ${ID}`, listUploadParts.path]);
  expect(shares.at(-1)).toBe(1);
  expect(tokens).toEqual(Array(4).fill(undefined));
});

it('asks for new addresses when a store refuses the old ones, and sends what is left', async () => {
  const { send, calls, whole, text } = await withStore({ livesFor: 1 });
  expect(await send()).toBe(ID);
  expect(whole()).toBe(text);
  expect(calls.filter((path) => path === listUploadParts.path).length).toBeGreaterThan(1);
});

it('asks for a new address of a whole small file, too', async () => {
  const { send, whole, text, calls } = await withStore({ partSize: null, livesFor: 1 });
  expect(await send()).toBe(ID);
  expect(whole()).toBe(text);
  expect(calls).toEqual([authorizeUpload.path, `begun ${ID}`, listUploadParts.path]);
});

it('gives up when new addresses are refused at once', async () => {
  const { send, calls } = await withStore({ livesFor: 0 });
  await expect(send()).rejects.toThrow(PartRefused);
  expect(calls.filter((path) => path === listUploadParts.path)).toHaveLength(2);
});

it('sends nothing of a file that has changed since it was opened', async () => {
  const { send, path, whole } = await withStore();
  await appendFile(path, ' and more');
  await expect(send()).rejects.toThrow(FileChanged);
  expect(whole()).toBe('');
});
