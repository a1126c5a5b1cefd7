import { expect, it } from 'vitest';
import { InferenceSession, Tensor } from '#fetched/onnxruntime-node/dist/index.js';
import { type Graph, integerTensor, writeModel } from './onnx-graph.ts';

const run = async (graph: Graph, data: readonly number[], dims: number[]) => {
  const session = await InferenceSession.create(writeModel(graph), { logSeverityLevel: 3 });
  const { y } = await session.run({ x: new Tensor('float32', Float32Array.from(data), dims) });
  return { dims: y?.dims, data: y?.data };
};

const graphOf = (parts: Partial<Graph>): Graph => ({
  inputs: [{ name: 'x', dims: ['N', 2] }],
  outputs: [{ name: 'y', dims: ['N', 'M'] }],
  tensors: [],
  nodes: [],
  ...parts,
});

it('writes networks that the runtime runs, with attributes of every type', async () => {
  const graph = graphOf({
    tensors: [integerTensor('shape', [1, 4]), { name: 'half', dims: [], data: Float32Array.of(0.5) }],
    nodes: [
      { operator: 'LeakyRelu', inputs: ['x'], outputs: ['leaky'], attributes: { alpha: { float: 0.25 } } },
      { operator: 'Mul', inputs: ['leaky', 'half'], outputs: ['halved'] },
      {
        operator: 'Transpose',
        inputs: ['halved'],
        outputs: ['turned'],
        attributes: { perm: { ints: [1, 0] } },
      },
      { operator: 'Reshape', inputs: ['turned', 'shape'], outputs: ['row'] },
      {
        operator: 'Constant',
        inputs: [],
        outputs: ['one'],
        attributes: { value: { tensor: { name: 'one', dims: [1, 1], data: Float32Array.of(1) } } },
      },
      { operator: 'Concat', inputs: ['row', 'one'], outputs: ['joined'], attributes: { axis: { int: 1 } } },
      {
        operator: 'DepthToSpace',
        inputs: ['deep'],
        outputs: ['flat'],
        attributes: { blocksize: { int: 2 }, mode: { string: 'CRD' } },
      },
      { operator: 'Reshape', inputs: ['flat', 'row of four'], outputs: ['four'] },
      { operator: 'Concat', inputs: ['joined', 'four'], outputs: ['y'], attributes: { axis: { int: 1 } } },
    ],
  });
  const tensors = [
    ...graph.tensors,
    integerTensor('row of four', [1, 4]),
    { name: 'deep', dims: [1, 4, 1, 1], data: Float32Array.of(5, 6, 7, 8) },
  ];
  expect(await run({ ...graph, tensors }, [2, -8, 4, 6], [2, 2])).toEqual({
    dims: [1, 9],
    data: Float32Array.of(1, 2, -1, 3, 1, 5, 6, 7, 8),
  });
});

it('leaves out optional inputs, and takes any size where a dimension has a name', async () => {
  const graph = graphOf({
    tensors: [{ name: 'most', dims: [], data: Float32Array.of(1) }],
    nodes: [{ operator: 'Clip', inputs: ['x', '', 'most'], outputs: ['y'] }],
  });
  for (const rows of [1, 3]) {
    const { dims, data } = await run(graph, new Array<number>(2 * rows).fill(7), [rows, 2]);
    expect(dims).toEqual([rows, 2]);
    expect(data).toEqual(new Float32Array(2 * rows).fill(1));
  }
});

it('refuses data that does not fill its dimensions, and integers below 0', () => {
  const tensors = [{ name: 'bias', dims: [2, 3], data: new Float32Array(5) }];
  expect(() => writeModel(graphOf({ tensors }))).toThrow('bias has 5 numbers, which do not fill [2,3]');
  const nodes = [{ operator: 'Softmax', inputs: ['x'], outputs: ['y'], attributes: { axis: { int: -1 } } }];
  expect(() => writeModel(graphOf({ nodes }))).toThrow('-1 is not a whole number');
});
