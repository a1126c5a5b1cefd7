import { BANDS } from '../features.ts';
import { VECTOR_SIZE } from '../network.ts';
import { type Graph, integerTensor } from '../onnx-graph.ts';
import { type Layers, layersOf } from './layers.ts';
import { addPieces, type Pieces } from './pieces.ts';
import type { StateDict } from './state-dict.ts';

/** Channels of the two-dimensional part. */
const HEAD = 32;
/** Channels within a layer of the dense blocks: of its first convolution, of its gate's middle, and of what it adds. */
const WIDE = 128;
const GATE = 64;
const GROWTH = 32;
const BLOCKS = [
  { layers: 12, dilation: 1 },
  { layers: 24, dilation: 2 },
  { layers: 16, dilation: 2 },
] as const;

/**
 * The graph of CAM++ (Wang et al., 2023, https://arxiv.org/abs/2303.00332) with these weights, as in
 * https://github.com/modelscope/3D-Speaker/blob/main/speakerlab/models/campplus/DTDNN.py: `x` [N, T, 80], T from 16, to `embedding` [N, 192],
 * of any length. Throws if the weights are of another network, and names the tensor.
 */
export function campplusGraph(weights: StateDict): Graph {
  const layers = layersOf(weights);
  const bands = layers.node('Transpose', ['x'], { perm: { ints: [0, 2, 1] } });
  const image = layers.node('Unsqueeze', [bands, layers.tensor(integerTensor('', [1]))]);
  let sound = addHead(layers, image);
  sound = layers.convolve(sound, {
    name: 'xvector.tdnn.linear',
    dims: [WIDE, (HEAD * BANDS) / 8, 5],
    norm: 'xvector.tdnn.nonlinear.batchnorm',
    strides: [2],
    padding: [2],
  });
  sound = layers.node('Relu', [sound]);
  const pieces = addPieces(layers, sound);
  let channels = WIDE;
  BLOCKS.forEach(({ layers: count, dilation }, index) => {
    for (let layer = 1; layer <= count; layer++) {
      const name = `xvector.block${index + 1}.tdnnd${layer}`;
      sound = addDenseLayer(layers, { sound, channels, name, dilation, pieces });
      channels += GROWTH;
    }
    const name = `xvector.transit${index + 1}`;
    sound = layers.normalize(sound, `${name}.nonlinear.batchnorm`, channels);
    sound = layers.convolve(sound, {
      name: `${name}.linear`,
      dims: [channels / 2, channels, 1],
      ...(index === BLOCKS.length - 1 && { norm: 'xvector.out_nonlinear.batchnorm' }),
    });
    channels /= 2;
  });
  const pooled = addStatistics(layers, layers.node('Relu', [sound]), pieces);
  const dense = layers.convolve(pooled, {
    name: 'xvector.dense.linear',
    dims: [VECTOR_SIZE, 2 * channels, 1],
    norm: 'xvector.dense.nonlinear.batchnorm',
    isPlainNorm: true,
  });
  const embedding = layers.node('Squeeze', [dense, layers.tensor(integerTensor('', [2]))]);
  const { nodes, tensors } = layers.parts();
  return {
    inputs: [{ name: 'x', dims: ['N', 'T', BANDS] }],
    outputs: [{ name: 'embedding', dims: ['N', VECTOR_SIZE] }],
    tensors,
    nodes: [...nodes, { operator: 'Identity', inputs: [embedding], outputs: ['embedding'] }],
  };
}

/** Convolutions over bands and time that bring 80 bands to 10; then channel and band become one. */
function addHead(layers: Layers, image: string): string {
  const square = (
    input: string,
    name: string,
    options: { norm: string; channels?: number; stride?: number },
  ) =>
    layers.convolve(input, {
      name,
      norm: options.norm,
      dims: [HEAD, options.channels ?? HEAD, 3, 3],
      strides: [options.stride ?? 1, 1],
      padding: [1, 1],
    });
  let sound = layers.node('Relu', [square(image, 'head.conv1', { norm: 'head.bn1', channels: 1 })]);
  for (const [name, stride] of [
    ['head.layer1.0', 2],
    ['head.layer1.1', 1],
    ['head.layer2.0', 2],
    ['head.layer2.1', 1],
  ] as const) {
    const first = layers.node('Relu', [square(sound, `${name}.conv1`, { norm: `${name}.bn1`, stride })]);
    const second = square(first, `${name}.conv2`, { norm: `${name}.bn2` });
    const beside =
      stride === 1
        ? sound
        : layers.convolve(sound, {
            name: `${name}.shortcut.0`,
            norm: `${name}.shortcut.1`,
            dims: [HEAD, HEAD, 1, 1],
            strides: [stride, 1],
          });
    sound = layers.node('Relu', [layers.node('Add', [second, beside])]);
  }
  sound = layers.node('Relu', [square(sound, 'head.conv2', { norm: 'head.bn2', stride: 2 })]);
  // 0 keeps the size that is there, -1 is what remains: time.
  return layers.node('Reshape', [sound, layers.tensor(integerTensor('', [0, (HEAD * BANDS) / 8, -1]))]);
}

/** Adds 32 channels to those that are there, each multiplied by a gate that depends on the whole stretch and on its piece. */
function addDenseLayer(
  layers: Layers,
  {
    sound,
    channels,
    name,
    dilation,
    pieces,
  }: { sound: string; channels: number; name: string; dilation: number; pieces: Pieces },
): string {
  const normal = layers.normalize(sound, `${name}.nonlinear1.batchnorm`, channels);
  const wide = layers.convolve(normal, {
    name: `${name}.linear1`,
    dims: [WIDE, channels, 1],
    norm: `${name}.nonlinear2.batchnorm`,
  });
  const heard = layers.node('Relu', [wide]);
  const local = layers.convolve(heard, {
    name: `${name}.cam_layer.linear_local`,
    dims: [GROWTH, WIDE, 3],
    padding: [dilation],
    dilations: [dilation],
  });
  // The same for all frames of a piece, so computed once for each.
  const context = layers.node('MatMul', [heard, pieces.means]);
  const middle = layers.convolve(context, {
    name: `${name}.cam_layer.linear1`,
    dims: [GATE, WIDE, 1],
    hasBias: true,
  });
  const gate = layers.convolve(layers.node('Relu', [middle]), {
    name: `${name}.cam_layer.linear2`,
    dims: [GROWTH, GATE, 1],
    hasBias: true,
  });
  const gates = layers.node('MatMul', [layers.node('Sigmoid', [gate]), pieces.members]);
  return layers.node('Concat', [sound, layers.node('Mul', [local, gates])], { axis: { int: 1 } });
}

/** Mean and standard deviation over time (with n - 1), joined. */
function addStatistics(layers: Layers, sound: string, { frames }: Pieces): string {
  const mean = layers.node('ReduceMean', [sound], { axes: { ints: [2] } });
  const squares = layers.node('ReduceSumSquare', [layers.node('Sub', [sound, mean])], {
    axes: { ints: [2] },
  });
  const one = layers.tensor({ dims: [], data: Float32Array.of(1) });
  const variance = layers.node('Div', [squares, layers.node('Sub', [frames, one])]);
  return layers.node('Concat', [mean, layers.node('Sqrt', [variance])], { axis: { int: 1 } });
}
