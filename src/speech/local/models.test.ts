import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchModels } from './fetch-models.ts';
import {
  checkModels,
  filesAtStart,
  MODEL_FILES,
  type ModelFile,
  missingModels,
  modelAtHand,
} from './models.ts';
import { readTarball } from './tarball.ts';

const CONTENT = 'a model';
const FILE: ModelFile = {
  name: 'model.onnx',
  kind: 'encoder',
  purpose: 'recognizes words',
  needed: 'at-start',
  source: { kind: 'npm', package: 'some-package@1.0.0', path: 'package/model.onnx' },
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

describe('modelAtHand', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const voices: ModelFile = { ...FILE, name: 'voices.onnx', kind: 'voices', needed: 'later' };
  const path = () => join(folder, 'voices.onnx');
  const atHand = () => modelAtHand(folder, 'voices', [FILE, voices]);

  it('has the path of a complete file only', async () => {
    expect(await atHand()).toBeUndefined();
    await writeFile(path(), 'a mod');
    expect(await atHand()).toBeUndefined();
    await writeFile(path(), 'a modem');
    expect(await atHand()).toBeUndefined();
    await writeFile(path(), CONTENT);
    expect(await atHand()).toBe(path());
  });

  it('reads an unchanged file once, and a changed one again', async () => {
    await writeFile(path(), CONTENT);
    const then = new Date(Date.now() - 60_000);
    await utimes(path(), then, then);
    expect(await atHand()).toBe(path());
    // Nobody can tell without reading it.
    await writeFile(path(), 'a modem');
    await utimes(path(), then, then);
    expect(await atHand()).toBe(path());
    await utimes(path(), new Date(), new Date());
    expect(await atHand()).toBeUndefined();
  });

  it('keeps what is known about other files, and writes nothing if nothing is new', async () => {
    await writeFile(path(), CONTENT);
    await writeFile(join(folder, 'model.onnx'), CONTENT);
    expect(await missingModels(folder, [FILE])).toEqual([]);
    expect(await atHand()).toBe(path());
    const stamps = await readFile(join(folder, 'checked.json'), 'utf8');
    expect(Object.keys(JSON.parse(stamps))).toEqual(['model.onnx', 'voices.onnx']);
    await writeFile(join(folder, 'checked.json'), `${stamps} `);
    expect(await checkModels(folder, [voices, FILE])).toEqual(['verified', 'verified']);
    expect(await readFile(join(folder, 'checked.json'), 'utf8')).toBe(`${stamps} `);
  });

  it('has no path for a folder, or for a file that is accepted elsewhere or malformed', async () => {
    await writeFile(join(folder, 'accepted.json'), '{"voices.onnx": 7, "model.onnx": {"sizeBytes": 4}}');
    await writeFile(path(), 'new');
    expect(await atHand()).toBeUndefined();
    await rm(path());
    await mkdir(path());
    expect(await atHand()).toBeUndefined();
  });
});

describe('the table of models', () => {
  it('needs only files from npm at the start, which is what npm start fetches', async () => {
    expect(filesAtStart().map(({ kind }) => kind)).toEqual(['encoder', 'decoder', 'voice-activity']);
    expect(new Set(filesAtStart().map(({ source }) => source.kind))).toEqual(new Set(['npm']));
    const later = MODEL_FILES.filter(({ needed }) => needed === 'later');
    const folder = await mkdtemp(join(tmpdir(), 'models-'));
    expect(await fetchModels(folder, () => undefined, later)).toBe(0);
    await rm(folder, { recursive: true });
  });

  it('has https addresses whose content a checksum fixes', () => {
    for (const { name, source, sha256, weights } of MODEL_FILES) {
      expect(sha256, name).toMatch(/^[0-9a-f]{64}$/);
      const addresses = source.kind === 'web' ? source.addresses : [];
      for (const address of addresses) expect(address).toMatch(/^https:\/\/(github\.com|huggingface\.co)\//);
      for (const address of weights?.addresses ?? []) expect(address).toMatch(/^https:\/\/modelscope\.cn\//);
      for (const each of weights ? [weights, weights.converted] : [])
        expect(each.sha256, name).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(new Set(MODEL_FILES.map(({ name }) => name)).size).toBe(MODEL_FILES.length);
  });
});

describe('readTarball', async () => {
  const tar = pack();
  tar.entry({ name: 'package/a' }, 'first');
  tar.entry({ name: `package/${'long/'.repeat(30)}b` }, 'x'.repeat(700));
  tar.entry({ name: 'package/c' }, 'third');
  tar.finalize();
  const archive = await buffer(tar);
  const file = (path: string, sizeBytes: number) => ({ path, sizeBytes });

  it('extracts the requested files completely', async () => {
    const long = `package/${'long/'.repeat(30)}b`;
    const wanted = [file(long, 700), file('package/c', 5), file('package/d', 1)];
    const found = await readTarball(gzipSync(archive), wanted);
    expect([...found].map(([path, content]) => [path, content.length])).toEqual([
      [long, 700],
      ['package/c', 5],
    ]);
  });

  it('leaves out a file of another size, without holding it in memory', async () => {
    const large = pack();
    large.entry({ name: 'package/a' }, Buffer.alloc(1 << 28));
    large.entry({ name: 'package/b' }, 'second');
    large.finalize();
    const packed = gzipSync(await buffer(large), { level: 1 });
    const before = process.memoryUsage.rss();
    const found = await readTarball(packed, [file('package/a', 5), file('package/b', 6)]);
    expect([...found.keys()]).toEqual(['package/b']);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
  });

  it('rejects a damaged archive', async () => {
    const damaged = Buffer.from(archive);
    damaged[10] = 7;
    await expect(readTarball(gzipSync(damaged), [file('package/a', 5)])).rejects.toThrow('header');
    const absent = [file('package/b', 700)];
    await expect(readTarball(gzipSync(archive.subarray(0, 1700)), absent)).rejects.toThrow('end');
    await expect(readTarball(gzipSync(archive).subarray(0, 60), absent)).rejects.toThrow();
  });
});
