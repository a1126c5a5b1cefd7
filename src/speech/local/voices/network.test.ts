import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MADE_VOICES, madeVoice } from '#tests/support/made-voice.ts';
import { cosine, tinyVoiceNetwork, windowFeatures } from '#tests/support/tiny-voices.ts';
import { BANDS } from './features.ts';
import { loadVoiceNetwork, VECTOR_SIZE } from './network.ts';
import { type GraphNode, writeModel } from './onnx-graph.ts';

const folder = await mkdtemp(join(tmpdir(), 'voices-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function load(network: Uint8Array) {
  const path = join(folder, `${files++}.onnx`);
  await writeFile(path, network);
  return loadVoiceNetwork(path);
}

/** A network that gives what the nodes make of its input `x`. */
function networkOf(
  nodes: readonly GraphNode[],
  { input = 'x', output = 'embedding', size = VECTOR_SIZE } = {},
) {
  return writeModel({
    inputs: [{ name: input, dims: ['N', 'T', BANDS] }],
    outputs: [{ name: output, dims: ['N', size] }],
    tensors: [{ name: 'weights', dims: [BANDS, size], data: new Float32Array(BANDS * size).fill(0.1) }],
    nodes,
  });
}

/** The root of the mean, then a matrix: not a number where the mean is negative. */
const nodesOf = (input: string, output: string): GraphNode[] => [
  {
    operator: 'ReduceMean',
    inputs: [input],
    outputs: ['mean'],
    attributes: { axes: { ints: [1] }, keepdims: { int: 0 } },
  },
  { operator: 'Sqrt', inputs: ['mean'], outputs: ['root'] },
  { operator: 'MatMul', inputs: ['root', 'weights'], outputs: [output] },
];

const frames = (count: number, value: number) => new Float32Array(count * BANDS).fill(value);

describe('describe', () => {
  it('gives unit vectors that are alike for a made voice and unlike for two, whatever they say', async () => {
    const { describe } = await load(tinyVoiceNetwork());
    const vectors = await Promise.all(
      MADE_VOICES.map(async (voice) => {
        const sounds = [1, 2, 3].map((text) => madeVoice({ ...voice, text, seconds: 4 }));
        return describe(sounds.flatMap((sound) => [0, 100, 200].map((from) => windowFeatures(sound, from))));
      }),
    );
    const all = vectors.flatMap((own, voice) => own.map((vector) => ({ voice, vector })));
    const cosines = all.flatMap((one, index) =>
      all
        .slice(index + 1)
        .map((other) => ({ same: one.voice === other.voice, value: cosine(one.vector, other.vector) })),
    );
    expect(Math.min(...cosines.filter(({ same }) => same).map(({ value }) => value))).toBeGreaterThan(0.75);
    expect(Math.max(...cosines.filter(({ same }) => !same).map(({ value }) => value))).toBeLessThan(0.35);
    for (const { vector } of all) {
      expect(vector).toHaveLength(VECTOR_SIZE);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it('gives a stretch the same vector alone and among others, of other lengths too', async () => {
    const { describe } = await load(tinyVoiceNetwork());
    const sound = madeVoice({ ...MADE_VOICES[1], text: 9, seconds: 6 });
    const lengths = [148, 16, 148, 300, 100, ...new Array<number>(18).fill(148), 16];
    const stretches = lengths.map((length, index) => windowFeatures(sound, 10 * index, length));
    const together = await describe(stretches);
    expect(together).toHaveLength(stretches.length);
    for (const [index, stretch] of stretches.entries()) {
      const [alone] = await describe([stretch]);
      expect(cosine(alone ?? new Float32Array(), together[index] ?? new Float32Array())).toBeCloseTo(1, 5);
    }
  });

  it('gives no voices where there is no sound', async () => {
    const { describe } = await load(tinyVoiceNetwork());
    expect(await describe([])).toEqual([]);
  });

  it('rejects if the network gives no numbers, or a vector of length 0', async () => {
    const { describe } = await load(networkOf(nodesOf('x', 'embedding')));
    expect(await describe([frames(20, 1)])).toHaveLength(1);
    await expect(describe([frames(20, 1), frames(20, -1)])).rejects.toThrow('no numbers');
    await expect(describe([frames(20, 0)])).rejects.toThrow('no numbers');
  });

  it('rejects if the network gives vectors of another size', async () => {
    const { describe } = await load(networkOf(nodesOf('x', 'embedding'), { size: 256 }));
    await expect(describe([frames(20, 1)])).rejects.toThrow('another form');
  });
});

describe('loadVoiceNetwork', () => {
  it('rejects networks whose input or output has another name', async () => {
    const others = [
      networkOf(nodesOf('feats', 'embedding'), { input: 'feats' }),
      networkOf(nodesOf('x', 'logits'), { output: 'logits' }),
    ];
    for (const network of others)
      await expect(load(network)).rejects.toThrow('no network that describes voices');
  });

  it('rejects files that are cut short, empty or missing', async () => {
    const network = tinyVoiceNetwork();
    await expect(load(network.subarray(0, network.length / 2))).rejects.toThrow();
    await expect(load(new Uint8Array())).rejects.toThrow();
    await expect(loadVoiceNetwork(join(folder, 'none.onnx'))).rejects.toThrow();
  });
});
