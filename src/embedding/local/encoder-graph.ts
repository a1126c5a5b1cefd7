import {
  type Graph,
  type GraphAttribute,
  type GraphNode,
  type GraphTensor,
  integerTensor,
} from '#speech/local/voices/onnx-graph.ts';
import type { Weights } from './weights.ts';

/** The most tokens that the encoder takes at once. */
export const MAX_TOKENS = 128;
/** The numbers of a vector. */
export const DIMENSIONS = 512;
/** The names of the encoder's input and output. */
export const INPUT = 'tokens';
export const OUTPUT = 'vector';

const VOCABULARY = 8002;
const WIDTH = 256;
const HIDDEN = 1536;
const HEADS = 4;
const EPSILON = 1e-6;
const LEAST_SQUARES = 1e-12;
/** TensorProto.DataType.FLOAT. */
const FLOAT = 1;

const APPLIED = 'module_apply_default/Encoder_en/KonaTransformer/Encode/';
const STORED = 'module/Encoder_en/KonaTransformer/Encode/';
const JOINED = '/ConcatPartitions/concat';

/** Puts the graph together. Every function gives the name of its output or constant. */
interface Builder {
  node(operator: string, inputs: readonly string[], attributes?: Record<string, GraphAttribute>): string;
  constant(data: GraphTensor['data'], dims: readonly number[]): string;
  list(...values: number[]): string;
  /** A matrix of the weights, kept in half its size. */
  matrix(name: string, dims: readonly number[]): string;
  /** A vector of the weights. */
  vector(name: string, size: number): string;
}

/**
 * The Universal Sentence Encoder, lite form, for the tokens of one text: [tokens] to [512], of length 1. Two layers of a transformer
 * with norms before attention and feed-forward, the mean over the tokens, and a layer with tanh. Matrices are kept as 16-bit floats and
 * computed with as 32-bit ones (decision 086). Throws as `weights.take` does.
 */
export function encoderGraph(weights: Weights): Graph {
  const nodes: GraphNode[] = [];
  const tensors: GraphTensor[] = [];
  const build = builderOf(weights, nodes, tensors);
  const { node, matrix, vector } = build;
  const first = layer(build, embed(build, weights), { number: 0, width: WIDTH });
  const second = layer(build, first, { number: 1, width: DIMENSIONS });
  const mean = node('ReduceMean', [second], { axes: { ints: [0] }, keepdims: { int: 1 } });
  const last = 'module/Encoder_en/hidden_layers/tanh_layer_0/';
  const dense = node('MatMul', [mean, matrix(`${last}weights`, [DIMENSIONS, DIMENSIONS])]);
  const bent = node('Tanh', [node('Add', [dense, vector(`${last}bias`, DIMENSIONS)])]);
  nodes.push({ operator: 'Reshape', inputs: [unit(build, bent), build.list(DIMENSIONS)], outputs: [OUTPUT] });
  return {
    nodes,
    tensors,
    inputs: [{ name: INPUT, type: 'int64', dims: ['length'] }],
    outputs: [{ name: OUTPUT, dims: [DIMENSIONS] }],
  };
}

function builderOf(weights: Weights, nodes: GraphNode[], tensors: GraphTensor[]): Builder {
  const node: Builder['node'] = (operator, inputs, attributes = {}) => {
    const output = `n${nodes.length}`;
    nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  };
  const constant: Builder['constant'] = (data, dims) => {
    const name = `t${tensors.length}`;
    tensors.push({ name, dims, data });
    return name;
  };
  return {
    node,
    constant,
    list: (...values) => {
      const { data, dims } = integerTensor('', values);
      return constant(data, dims);
    },
    matrix: (name, dims) =>
      node('Cast', [constant(halved(weights.take(name, dims)), dims.slice(-2))], { to: { int: FLOAT } }),
    vector: (name, size) => constant(weights.take(name, [size]), [size]),
  };
}

/** The tokens as vectors, twice as long as they are kept (the original adds them up twice), with the signal of their places. */
function embed({ node, constant, list }: Builder, weights: Weights): string {
  const kept = weights.take('module/Embeddings_en', [VOCABULARY, WIDTH]).map((value) => 2 * value);
  const table = constant(halved(kept), [VOCABULARY, WIDTH]);
  // Before it is made a matrix of 32-bit floats, which would take another 4 MB.
  const tokens = node('Cast', [node('Gather', [table, INPUT])], { to: { int: FLOAT } });
  const places = constant(timingSignal(weights), [MAX_TOKENS, WIDTH]);
  const count = node('Shape', [INPUT]);
  return node('Add', [tokens, node('Slice', [places, list(0), count, list(0)])]);
}

/** For each place, the sines and then the cosines of the place times each frequency. */
function timingSignal(weights: Weights): Float32Array {
  const half = WIDTH / 2;
  const name = `${APPLIED}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`;
  const frequencies = weights.take(name, [1, half]);
  return Float32Array.from({ length: MAX_TOKENS * WIDTH }, (_, index) => {
    const place = Math.floor(index / WIDTH);
    const angle = place * (frequencies[index % half] ?? 0);
    return index % WIDTH < half ? Math.sin(angle) : Math.cos(angle);
  });
}

/** One layer of the transformer: [tokens, width] to [tokens, 512]. */
function layer(build: Builder, input: string, { number, width }: { number: number; width: number }): string {
  const { node, matrix, vector } = build;
  const name = `Layer_${number}/TransformerLayer/`;
  const norm = (of: string, place: string, size: number) =>
    node(
      'LayerNormalization',
      [
        of,
        vector(`${APPLIED}${name}${place}layer_prepostprocess/layer_norm/layer_norm_scale${JOINED}`, size),
        vector(`${APPLIED}${name}${place}layer_prepostprocess/layer_norm/layer_norm_bias${JOINED}`, size),
      ],
      { axis: { int: 1 }, epsilon: { float: EPSILON } },
    );
  const dense = (of: string, [kernel, dims]: [string, number[]], bias: string) => {
    const size = dims.at(-1) ?? 0;
    return node('Add', [
      node('MatMul', [of, matrix(kernel, dims)]),
      vector(`${APPLIED}${name}${bias}`, size),
    ]);
  };
  const convolved = (of: string, part: string, dims: number[]) =>
    dense(
      of,
      [`${STORED}${name}MultiheadAttention/${part}/kernel/part_0`, [1, 1, ...dims]],
      `MultiheadAttention/${part}/bias${JOINED}`,
    );
  const forward = (of: string, part: string, dims: number[]) =>
    dense(
      of,
      [`${APPLIED}TransformerStack/${name}FFN/${part}/Tensordot/Reshape_1`, dims],
      `FFN/${part}/bias${JOINED}`,
    );

  const asked = convolved(norm(input, '', width), 'qkv_transform_single', [width, 3 * width]);
  const attended = convolved(attend(build, asked, width), 'output_transform_single', [width, DIMENSIONS]);
  const kept =
    width === DIMENSIONS
      ? input
      : dense(input, [`${APPLIED}${name}dense/kernel${JOINED}`, [width, DIMENSIONS]], `dense/bias${JOINED}`);
  const sum = node('Add', [attended, kept]);
  const hidden = node('Relu', [forward(norm(sum, 'FFN/', DIMENSIONS), 'conv1', [DIMENSIONS, HIDDEN])]);
  return node('Add', [sum, forward(hidden, 'conv2', [HIDDEN, DIMENSIONS])]);
}

/** Attention with four heads: [tokens, queries, keys and values] to [tokens, width]. */
function attend({ node, constant, list }: Builder, input: string, width: number): string {
  const size = width / HEADS;
  const parts = [0, 1, 2].map((part) =>
    node('Slice', [input, list(part * width), list((part + 1) * width), list(1)]),
  );
  const [queries = '', keys = '', values = ''] = parts.map((part, index) =>
    node('Transpose', [node('Reshape', [part, list(0, HEADS, size)])], {
      perm: { ints: index === 1 ? [1, 2, 0] : [1, 0, 2] },
    }),
  );
  const scale = constant(Float32Array.of(size ** -0.5), [1]);
  const scores = node('Mul', [node('MatMul', [queries, keys]), scale]);
  const attention = node('Softmax', [scores], { axis: { int: 2 } });
  const heads = node('Transpose', [node('MatMul', [attention, values])], { perm: { ints: [1, 0, 2] } });
  return node('Reshape', [heads, list(0, width)]);
}

/** A row made as long as 1. */
function unit({ node, constant }: Builder, row: string): string {
  const squares = node('ReduceSumSquare', [row], { axes: { ints: [1] }, keepdims: { int: 1 } });
  const least = constant(Float32Array.of(LEAST_SQUARES), [1]);
  return node('Div', [row, node('Sqrt', [node('Max', [squares, least])])]);
}

/** The bits of the nearest 16-bit floats. */
function halved(values: Float32Array): Uint16Array {
  return new Uint16Array(new Float16Array(values).buffer);
}
