import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ModelFile } from '#speech/local/models.ts';
import { describeModels, reportModels } from './describe-models.ts';

const sha256 = createHash('sha256').update('network').digest('hex');
const base = { purpose: 'hears', sizeBytes: 7, sha256, license: 'MIT' } as const;
const NEEDED: ModelFile = {
  ...base,
  name: 'n.onnx',
  kind: 'encoder',
  needed: 'at-start',
  source: { kind: 'npm', package: 'some-package@1.0.0', path: 'x' },
};
const OPTIONAL: ModelFile = {
  ...base,
  name: 'o.onnx',
  kind: 'voices',
  needed: 'later',
  source: { kind: 'web', addresses: ['https://one.test/o', 'https://two.test/o'] },
};
const MADE: ModelFile = {
  ...OPTIONAL,
  name: 'm.onnx',
  weights: {
    name: 'm.pt',
    addresses: ['https://three.test/m'],
    pypi: { package: 'some==1', path: 'm.pt' },
    sizeBytes: 1,
    sha256: 'x',
    converted: { sizeBytes: 7, sha256: createHash('sha256').update('another').digest('hex') },
  },
};
const files = [NEEDED, OPTIONAL];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapescript-describe-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, content: string) => writeFile(join(folder, name), content);

it('describes each model with its state', async () => {
  await write('n.onnx', 'network');
  await write('o.onnx', 'another');
  expect(await describeModels(folder, files)).toEqual([
    'n.onnx: at hand\n  hears, needed, 0.0 MB, MIT, from some-package@1.0.0 (npm)',
    'o.onnx: damaged, or not readable by this user\n  hears, optional, 0.0 MB, MIT, from https://one.test/o or https://two.test/o',
  ]);
});

it('tells what else a model can be made of, and has the result for the model', async () => {
  await write('m.onnx', 'another');
  expect(await describeModels(folder, [MADE])).toEqual([
    'm.onnx: at hand\n  hears, optional, 0.0 MB, MIT, from https://one.test/o or https://two.test/o, or made of m.pt from https://three.test/m or some==1 (PyPI)',
  ]);
});

it('has enough with the models that are needed, whatever the others are', async () => {
  await write('o.onnx', 'network');
  expect(await reportModels(folder, files)).toEqual({
    lines: ['n.onnx: not there', 'o.onnx: at hand'],
    isEnough: false,
  });
  await write('n.onnx', 'network');
  await write('o.onnx', 'net');
  expect(await reportModels(folder, files)).toMatchObject({ isEnough: true });
});

it('reports damage that keeps size and time', async () => {
  const then = new Date(Date.now() - 60_000);
  await write('n.onnx', 'network');
  await utimes(join(folder, 'n.onnx'), then, then);
  expect(await reportModels(folder, files)).toMatchObject({ isEnough: true });
  await write('n.onnx', 'netwerk');
  await utimes(join(folder, 'n.onnx'), then, then);
  expect(await reportModels(folder, files)).toMatchObject({ isEnough: false });
});
