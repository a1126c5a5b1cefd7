import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ModelFile, modelAtHand } from '#speech/local/models.ts';
import { type FileReply, sendFile } from '#tests/support/file-replies.ts';
import { type Loopback, startLoopback } from '#tests/support/loopback.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { fetchesModels, fetchModelsLater, type LaterOptions } from './fetch-later.ts';

const bytes = randomBytes(1_000_000);

let server: Loopback;
let outbound: Outbound;
let modelsDir: string;
/** One after the other; the last one again and again. */
let replies: FileReply[];
let lines: { msg: string; level: number; reason?: string; percent?: number; againInSeconds?: number }[];

beforeEach(async () => {
  lines = [];
  modelsDir = await mkdtemp(join(tmpdir(), 'tapescript-later-'));
  server = await startLoopback((request, response) => {
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { kind: 'status', status: 404 };
    return sendFile(request, response, reply);
  });
  outbound = createOutbound({ allow: [new URL(server.url).host] });
});
afterEach(async () => {
  await outbound.close();
  await server.close();
  await rm(modelsDir, { recursive: true });
});

function files(): ModelFile[] {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const voices = { kind: 'voices', purpose: 'x', sizeBytes: bytes.length, sha256, license: 'MIT' } as const;
  const addresses = [`${server.url}/model`];
  return [
    { ...voices, name: 'v.onnx', needed: 'later', source: { kind: 'web', addresses } },
    { ...voices, name: 'e.onnx', needed: 'at-start', source: { kind: 'npm', package: 'x@1', path: 'x' } },
  ];
}

const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
const fetchLater = (options: Partial<LaterOptions> = {}) =>
  fetchModelsLater(
    { outbound, log },
    { modelsDir, files: files(), pausesMs: [0], retryPausesMs: [], ...options },
  );
const warnings = () => lines.filter(({ level }) => level >= 40);
const isThere = async () => (await modelAtHand(modelsDir, 'voices', files())) !== undefined;

it('fetches the models that are not needed at the start, and tells its progress', async () => {
  replies = [{ kind: 'file', bytes }];
  await fetchLater().ended;
  expect(await isThere()).toBe(true);
  expect((await readdir(modelsDir)).sort()).toEqual(['checked.json', 'v.onnx']);
  expect(lines.map(({ msg, percent }) => percent ?? msg)).toEqual([
    'fetching a speech model',
    25,
    50,
    75,
    'a speech model is there',
  ]);
});

it('asks nobody if the model is there, and clears away what an earlier run has left', async () => {
  await writeFile(join(modelsDir, 'v.onnx'), bytes);
  await writeFile(join(modelsDir, 'v.onnx.part'), '');
  await fetchLater().ended;
  expect(server.requests).toEqual([]);
  expect(lines).toEqual([]);
  expect((await readdir(modelsDir)).sort()).toEqual(['checked.json', 'v.onnx']);
});

it('tries again after every failure, and warns with its reason', async () => {
  replies = [
    { kind: 'status', status: 503 },
    { kind: 'breaking', bytes, at: 500_000, times: 1 },
    { kind: 'file', bytes: Buffer.from('<html>'.repeat(200)) },
    { kind: 'file', bytes },
  ];
  await fetchLater({ pausesMs: [1, 0] }).ended;
  expect(await isThere()).toBe(true);
  expect(warnings()).toMatchObject([
    { level: 40, reason: expect.stringContaining('status 503'), againInSeconds: 0.001 },
    { reason: expect.stringContaining('broke off'), againInSeconds: 0 },
    { reason: expect.stringContaining('a page or a text'), againInSeconds: 0 },
  ]);
});

it('tells from where it gets the weights if no address has the model, and why that failed', async () => {
  replies = [{ kind: 'status', status: 404 }];
  const [voices, ...others] = files();
  const weights = {
    name: 'v.pt',
    addresses: [`${server.url}/weights`],
    pypi: { package: 'made==1', path: 'v.pt' },
    sizeBytes: 1,
    sha256: 'x',
    converted: { sizeBytes: 1, sha256: 'x' },
  };
  const later = fetchLater({
    files: [...(voices ? [{ ...voices, weights }] : []), ...others],
    pip: { environment: { PATH: modelsDir } },
    pausesMs: [60_000],
  });
  await expect.poll(warnings).toHaveLength(1);
  await later.close();
  const { host } = new URL(server.url);
  const msg = 'fetching the weights of a speech model';
  expect(lines.slice(1, 3)).toMatchObject([
    { msg, model: 'v.onnx', source: host },
    { msg, model: 'v.onnx', source: 'made==1 of PyPI' },
  ]);
  expect(warnings()[0]?.reason).toBe(
    `v.onnx could not be fetched: ${host}: nothing is there (status 404); ${host}: nothing is there (status 404); made==1 of PyPI: pip is not installed`,
  );
  expect(await readdir(modelsDir)).toEqual([]);
});

it('does without a folder that it may not write, and says so', async () => {
  replies = [{ kind: 'file', bytes }];
  const path = join(modelsDir, 'file');
  await writeFile(path, '');
  const later = fetchLater({ modelsDir: path, pausesMs: [60_000] });
  await expect.poll(warnings).toMatchObject([{ reason: expect.stringContaining('could not be fetched') }]);
  await later.close();
});

it('stops in a pause', async () => {
  replies = [{ kind: 'status', status: 404 }];
  const later = fetchLater({ pausesMs: [60_000] });
  await expect.poll(warnings).toHaveLength(1);
  await later.close();
  await later.ended;
  expect(warnings()).toHaveLength(1);
});

it('stops in the middle of a download, which the next start continues', async () => {
  let open = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = () => void resolve();
  });
  replies = [{ kind: 'held', bytes, at: 600_000, opened }];
  const later = fetchLater();
  await expect.poll(() => lines.at(-1)?.percent).toBe(50);
  await later.close();
  open();
  expect(warnings()).toEqual([]);
  expect(await readdir(modelsDir)).toEqual(['v.onnx.part']);
  replies = [{ kind: 'file', bytes, ranges: true }];
  await fetchLater().ended;
  expect(server.requests.at(-1)?.headers.range).toMatch(/^bytes=\d{6}-$/);
  expect(await isThere()).toBe(true);
});

it.each([
  [{}, true],
  [{ ROLE: 'worker' }, true],
  [{ ROLE: 'web' }, false],
  [{ SPEECH_ENGINE: 'fake' }, false],
  [{ MODELS_DOWNLOAD: 'off' }, false],
])('with %j, fetches: %s', (env, fetches) => {
  expect(fetchesModels(readConfig(env))).toBe(fetches);
});
