import type { Graph, GraphAttribute, GraphNode, GraphTensor } from '../onnx-graph.ts';
import type { StateDict } from './state-dict.ts';

/** A convolution: the names of its weights (before `.weight`) and of the norm that follows it, if any, and its form. */
export interface Convolution {
  name: string;
  /** Output channels, input channels, and the size along each axis. */
  dims: readonly number[];
  norm?: string;
  /** Whether the weights have a bias of their own (which a norm that follows would make pointless). */
  hasBias?: boolean;
  /** Whether the norm has no weight and bias of its own. */
  isPlainNorm?: boolean;
  strides?: readonly number[];
  /** Zeros before and after, along each axis. */
  padding?: readonly number[];
  dilations?: readonly number[];
}

/** Puts a graph together from the weights. Every function adds nodes and gives the name of their output. */
export interface Layers {
  node(operator: string, inputs: readonly string[], attributes?: Record<string, GraphAttribute>): string;
  tensor(tensor: Omit<GraphTensor, 'name'>): string;
  convolve(input: string, convolution: Convolution): string;
  /** Normalizes `channels` channels, then a rectifier. */
  normalize(input: string, norm: string, channels: number): string;
  parts(): Pick<Graph, 'nodes' | 'tensors'>;
}

/** What PyTorch adds to a variance: https://docs.pytorch.org/docs/stable/generated/torch.nn.BatchNorm1d.html. */
const EPSILON = 1e-5;

/** Layers that take their weights from this state dict, and throw as it does. Norms after a convolution become part of its weights. */
export function layersOf(weights: StateDict): Layers {
  const nodes: GraphNode[] = [];
  const tensors: GraphTensor[] = [];
  const node: Layers['node'] = (operator, inputs, attributes = {}) => {
    const output = `n${nodes.length}`;
    nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  };
  const tensor: Layers['tensor'] = (content) => {
    const name = `t${tensors.length}`;
    tensors.push({ ...content, name });
    return name;
  };
  return {
    node,
    tensor,
    convolve(input, { name, dims, norm, hasBias, isPlainNorm, strides, padding, dilations }) {
      const [channels = 0] = dims;
      const kernel = weights.take(`${name}.weight`, dims);
      const inputs = [input];
      if (norm) {
        const { scales, shifts } = factorsOf(weights, { norm, channels, isPlainNorm });
        const size = kernel.length / channels;
        const scaled = kernel.map((value, index) => value * (scales[Math.floor(index / size)] ?? 0));
        inputs.push(tensor({ dims, data: scaled }), tensor({ dims: [channels], data: shifts }));
      } else {
        inputs.push(tensor({ dims, data: kernel }));
        if (hasBias)
          inputs.push(tensor({ dims: [channels], data: weights.take(`${name}.bias`, [channels]) }));
      }
      return node('Conv', inputs, {
        ...(strides && { strides: { ints: strides } }),
        ...(padding && { pads: { ints: [...padding, ...padding] } }),
        ...(dilations && { dilations: { ints: dilations } }),
      });
    },
    normalize(input, norm, channels) {
      const parts = ['weight', 'bias', 'running_mean'].map((part) =>
        weights.take(`${norm}.${part}`, [channels]),
      );
      const inputs = [...parts, variancesOf(weights, norm, channels)].map((data) =>
        tensor({ dims: [channels], data }),
      );
      const normal = node('BatchNormalization', [input, ...inputs], { epsilon: { float: EPSILON } });
      return node('Relu', [normal]);
    },
    parts: () => ({ nodes, tensors }),
  };
}

/** A norm as a factor and a summand for each channel. */
function factorsOf(
  weights: StateDict,
  { norm, channels, isPlainNorm }: { norm: string; channels: number; isPlainNorm: boolean | undefined },
) {
  const take = (part: string) => weights.take(`${norm}.${part}`, [channels]);
  const variances = variancesOf(weights, norm, channels);
  const own = isPlainNorm ? undefined : { scales: take('weight'), shifts: take('bias') };
  const means = take('running_mean');
  const scales = variances.map((value, index) => (own?.scales[index] ?? 1) / Math.sqrt(value + EPSILON));
  const shifts = means.map((mean, index) => (own?.shifts[index] ?? 0) - mean * (scales[index] ?? 0));
  return { scales, shifts };
}

function variancesOf(weights: StateDict, norm: string, channels: number): Float32Array<ArrayBuffer> {
  const variances = weights.take(`${norm}.running_var`, [channels]);
  if (variances.some((value) => value < 0)) throw new Error(`The weights have no variances in ${norm}`);
  return variances;
}
