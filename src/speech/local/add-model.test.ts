import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { madeWeights } from '#tests/support/made-weights.ts';
import { savedWeights } from '#tests/support/saved-weights.ts';
import { makeVoiceNetwork } from '#tests/support/voice-network.ts';
import { addModel } from './add-model.ts';
import { checkModels, type ModelFile, modelAtHand } from './models.ts';
import { removeModel } from './remove-model.ts';
import { tryVoiceFile } from './voices/trial-process.ts';
import { convertFile } from './voices/weights/conversion-process.ts';
import { convertWeights } from './voices/weights/convert-weights.ts';

const PUBLISHED = 'the published network';
const base = { purpose: 'x', license: 'MIT', source: { kind: 'web', addresses: [] } } as const;
const print = (content: string | Uint8Array) => ({
  sizeBytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});
const VOICES: ModelFile = { ...base, ...print(PUBLISHED), name: 'v.onnx', kind: 'voices', needed: 'later' };
const ENCODER: ModelFile = {
  ...base,
  ...print('words'),
  name: 'e.onnx',
  kind: 'encoder',
  needed: 'at-start',
};
const files = [ENCODER, VOICES];
const { signal } = new AbortController();

let folder: string;
let modelsDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapescript-add-'));
  modelsDir = join(folder, 'models');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function given(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'given.onnx');
  await writeFile(path, content, { mode: 0o600 });
  return path;
}

const add = async (content: string | Uint8Array) =>
  addModel(modelsDir, await given(content), { signal, files });
const inModels = async () => (await readdir(modelsDir)).sort();

describe('addModel', () => {
  it('copies a file with a known checksum to its place, readable by all', async () => {
    expect(await add('words')).toEqual({ file: ENCODER, isPublished: true });
    expect(await add(PUBLISHED)).toEqual({ file: VOICES, isPublished: true });
    expect(await inModels()).toEqual(['checked.json', 'e.onnx', 'v.onnx']);
    expect(await checkModels(modelsDir, files)).toEqual(['verified', 'verified']);
    expect((await stat(join(modelsDir, 'v.onnx'))).mode & 0o777).toBe(0o644);
  });

  it('accepts another network that tells voices apart, until it changes', async () => {
    const network = makeVoiceNetwork();
    expect(await add(network)).toEqual({ file: VOICES, isPublished: false });
    const path = join(modelsDir, 'v.onnx');
    expect(await modelAtHand(modelsDir, 'voices', files)).toBe(path);
    expect(new Uint8Array(await readFile(path))).toEqual(network);
    await rm(join(modelsDir, 'checked.json'));
    expect(await checkModels(modelsDir, [VOICES])).toEqual(['accepted']);
    await writeFile(path, network.subarray(0, 100));
    expect(await modelAtHand(modelsDir, 'voices', files)).toBeUndefined();
  });

  it('no longer accepts the other network when the published one takes its place', async () => {
    const network = makeVoiceNetwork();
    await add(network);
    await add(PUBLISHED);
    expect(await checkModels(modelsDir, [VOICES])).toEqual(['verified']);
    await writeFile(join(modelsDir, 'v.onnx'), network);
    expect(await checkModels(modelsDir, [VOICES])).toEqual(['damaged']);
  });

  it.each([
    ['a text', 'no network at all', /^given\.onnx is not a network that describes voices, and/],
    ['an empty file', '', /given\.onnx is empty\.$/],
    ['half a network', makeVoiceNetwork().subarray(0, 30_000), /^given\.onnx is not a network/],
    ['another output', makeVoiceNetwork({ output: 'y' }), /^given\.onnx is not a network/],
    ['fewer numbers', makeVoiceNetwork({ size: 64 }), /^given\.onnx fails when it is given a voice, and/],
    ['all voices alike', makeVoiceNetwork({ distinguishes: false }), /low voice from a high one, and/],
  ])('refuses %s in one sentence, and leaves the folder as it was', async (_, content, message) => {
    await add(PUBLISHED);
    const before = await inModels();
    await expect(add(content)).rejects.toThrow(message);
    expect(await inModels()).toEqual(before);
    expect(await checkModels(modelsDir, [VOICES])).toEqual(['verified']);
  });

  it('refuses what is not there or not a file', async () => {
    const path = join(folder, 'none.onnx');
    await expect(addModel(modelsDir, path, { signal, files })).rejects.toThrow(`There is no file ${path}.`);
    await mkdir(path);
    await expect(addModel(modelsDir, path, { signal, files })).rejects.toThrow(`${path} is not a file.`);
  });
});

describe('addModel with weights', () => {
  const saved = savedWeights(madeWeights());
  const network = convertWeights(saved);
  const madeOf = (weights: string | Uint8Array, converted: string | Uint8Array): ModelFile => ({
    ...VOICES,
    weights: {
      ...print(weights),
      name: 'v.pt',
      addresses: [],
      pypi: { package: 'made==1', path: 'v.pt' },
      converted: print(converted),
    },
  });
  const addOf = async (file: ModelFile, content: string | Uint8Array) =>
    addModel(modelsDir, await given(content), { signal, files: [ENCODER, file] });

  it('converts those that it knows, and has the result for the published network', async () => {
    const file = madeOf(saved, network);
    await add(makeVoiceNetwork());
    expect(await addOf(file, saved)).toEqual({ file, isPublished: true });
    const path = join(modelsDir, 'v.onnx');
    expect((await readFile(path)).equals(network)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    expect(await checkModels(modelsDir, [file])).toEqual(['verified']);
    expect(await inModels()).toEqual(['accepted.json', 'checked.json', 'v.onnx']);
  });

  it('takes the converted network, too', async () => {
    const file = madeOf(saved, network);
    expect(await addOf(file, network)).toEqual({ file, isPublished: true });
    expect(await checkModels(modelsDir, [file])).toEqual(['verified']);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['that cannot be converted', 'no weights', /^v\.pt could not be converted: This is no zip archive/],
    ['that become another network', saved, /^v\.pt was converted to another network than it should be\.$/],
  ])('refuses weights %s, and leaves the folder as it was', async (_, content, message) => {
    const file = madeOf(content, 'another');
    await add(PUBLISHED);
    const before = await inModels();
    await expect(addOf(file, content)).rejects.toThrow(message);
    expect(await inModels()).toEqual(before);
    expect(await checkModels(modelsDir, [file])).toEqual(['verified']);
  });
});

describe('convertFile', () => {
  const paths = async () => ({ weights: await given('no weights'), network: join(folder, 'network.onnx') });

  it('ends a conversion that takes too long', async () => {
    expect(await convertFile(await paths(), { signal, limitMs: 1 })).toBe('It took too long');
  });

  it('ends with the reason of the abort', async () => {
    const ended = new AbortController();
    const running = convertFile(await paths(), { signal: ended.signal });
    ended.abort(new Error('no longer wanted'));
    await expect(running).rejects.toThrow('no longer wanted');
  });
});

describe('tryVoiceFile', () => {
  it('ends a trial that takes too long', async () => {
    const path = await given(makeVoiceNetwork());
    expect(await tryVoiceFile(path, { signal, limitMs: 1 })).toBe('takes too long to be of use');
  });

  it('ends with the reason of the abort', async () => {
    const ended = new AbortController();
    const running = tryVoiceFile(await given(makeVoiceNetwork()), { signal: ended.signal });
    ended.abort(new Error('no longer wanted'));
    await expect(running).rejects.toThrow('no longer wanted');
  });
});

describe('removeModel', () => {
  it('removes an optional model and what was written down about it', async () => {
    await add(makeVoiceNetwork());
    expect(await removeModel(modelsDir, 'v.onnx', files)).toBe(true);
    expect(await removeModel(modelsDir, 'v.onnx', files)).toBe(false);
    expect(await checkModels(modelsDir, [VOICES])).toEqual(['missing']);
    await writeFile(join(modelsDir, 'v.onnx'), makeVoiceNetwork());
    expect(await checkModels(modelsDir, [VOICES])).toEqual(['damaged']);
  });

  it('refuses to remove what is needed, or unknown', async () => {
    await add('words');
    await expect(removeModel(modelsDir, 'e.onnx', files)).rejects.toThrow('transcription needs it');
    await expect(removeModel(modelsDir, '../given.onnx', files)).rejects.toThrow('There is no speech model');
    expect(await checkModels(modelsDir, [ENCODER])).toEqual(['verified']);
  });
});
