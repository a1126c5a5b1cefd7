import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { InferenceSession, Tensor } from '#fetched/onnxruntime-node/dist/index.js';
import { madeVoice } from '#tests/support/made-voice.ts';
import { madeWeights } from '#tests/support/made-weights.ts';
import { savedWeights } from '#tests/support/saved-weights.ts';
import { cosine, windowFeatures } from '#tests/support/tiny-voices.ts';
import { loadVoiceNetwork, MIN_FRAMES } from '../network.ts';
import { writeModel } from '../onnx-graph.ts';
import { convertWeights } from './convert-weights.ts';
import { layersOf } from './layers.ts';
import { addPieces } from './pieces.ts';

const folder = await mkdtemp(join(tmpdir(), 'weights-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const weights = madeWeights();

describe('convertWeights', () => {
  it('makes a network that describes stretches of any length, alone and in batches', async () => {
    const path = join(folder, 'network.onnx');
    await writeFile(path, convertWeights(savedWeights(weights)));
    const { describe } = await loadVoiceNetwork(path);
    const sound = madeVoice({ pitchHertz: 150, tract: 1, text: 1, seconds: 6 });
    const stretches = [MIN_FRAMES, 17, 148, 148, 201, 402].map((length, index) =>
      windowFeatures(sound, index, length),
    );
    const together = await describe(stretches);
    for (const [index, stretch] of stretches.entries()) {
      const [alone] = await describe([stretch]);
      expect(cosine(alone ?? stretch, together[index] ?? stretch)).toBeCloseTo(1, 4);
    }
  });

  it('asks for 815 tensors, and names the first that is missing', () => {
    expect(weights).toHaveLength(815);
    for (const missing of ['head.layer2.0.shortcut.1.running_var', 'xvector.dense.linear.weight']) {
      const rest = weights.filter(({ name }) => name !== missing);
      expect(() => convertWeights(savedWeights(rest))).toThrow(`The weights lack ${missing}`);
    }
  });

  it('refuses variances below 0', () => {
    for (const norm of ['head.bn1', 'xvector.transit2.nonlinear.batchnorm']) {
      const changed = weights.map((each) =>
        each.name === `${norm}.running_var` ? { ...each, data: each.data.map(() => -1) } : each,
      );
      expect(() => convertWeights(savedWeights(changed))).toThrow(`no variances in ${norm}`);
    }
  });
});

describe('addPieces', () => {
  it('adds the mean of all frames to that of each piece of 100, the last of which may be shorter', async () => {
    const layers = layersOf({ take: () => new Float32Array() });
    const { means, members } = addPieces(layers, 'x');
    const { nodes, tensors } = layers.parts();
    const inPieces = { operator: 'MatMul', inputs: ['x', means], outputs: ['pieces'] };
    const repeated = { operator: 'MatMul', inputs: ['pieces', members], outputs: ['y'] };
    const network = writeModel({
      inputs: [{ name: 'x', dims: ['N', 'C', 'T'] }],
      outputs: [{ name: 'y', dims: ['N', 'C', 'T'] }],
      tensors,
      nodes: [...nodes, inPieces, repeated],
    });
    const session = await InferenceSession.create(network, { logSeverityLevel: 3 });
    const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const frames of [1, 8, 99, 100, 101, 199, 200, 201, 350]) {
      const x = Float32Array.from({ length: frames }, (_, index) => Math.sin(index) + index / 100);
      const { y } = await session.run({ x: new Tensor('float32', x, [1, 1, frames]) });
      const expected = x.map((_, index) => {
        const start = 100 * Math.floor(index / 100);
        return mean(x) + mean(x.subarray(start, start + 100));
      });
      expect(y?.dims).toEqual([1, 1, frames]);
      expected.forEach((value, index) => {
        expect(y?.data[index]).toBeCloseTo(value, 4);
      });
    }
  });
});
