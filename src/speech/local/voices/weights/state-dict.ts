import { type Pickled, readPickle } from './pickle.ts';
import { readStoredZip } from './stored-zip.ts';

/** The weights of a network, by the names that PyTorch gives them. */
export interface StateDict {
  /** A copy of the numbers of a tensor. Throws, with its name, if it is missing, has other dimensions or no 32-bit floats, or is damaged. */
  take(name: string, dims: readonly number[]): Float32Array<ArrayBuffer>;
}

/** Four times what the network that describes voices needs. */
const MAX_BYTES = 128 * 2 ** 20;
const MAX_LIST_BYTES = 2 ** 20;
const FLOAT_BYTES = 4;

interface Storage {
  kind: 'storage';
  type: string;
  key: string;
  length: number;
}

interface Tensor {
  kind: 'tensor';
  storage: Storage;
  offset: number;
  dims: number[];
  strides: number[];
}

/**
 * Opens a file that `torch.save` wrote of a state dict: a zip with a pickle, of which only tensors are taken, and with their numbers
 * (https://docs.pytorch.org/docs/stable/notes/serialization.html). Runs no code of the file. Throws on anything else.
 */
export function readStateDict(file: Uint8Array): StateDict {
  if (file.length > MAX_BYTES) throw new Error('The file of the weights is too large');
  const files = readStoredZip(file);
  const list = files.get('archive/data.pkl');
  if (!list || list.length > MAX_LIST_BYTES)
    throw new Error('The file of the weights has no list of them, or too long a one');
  const order = files.get('archive/byteorder');
  if (order && new TextDecoder().decode(order) !== 'little')
    throw new Error('The weights are not in little-endian order');
  const tensors = readPickle(list, { call, persistent });
  if (!(tensors instanceof Map)) throw new Error('The file has no list of weights');
  return {
    take(name, dims) {
      const tensor = tensors.get(name);
      if (!isKind(tensor, 'tensor')) throw new Error(`The weights lack ${name}`);
      return copy({ name, tensor, content: files.get(`archive/data/${tensor.storage.key}`) }, dims);
    },
  };
}

/** Numbers lie one row after the other; a tensor may be a part of its storage. */
function copy(
  { name, tensor, content }: { name: string; tensor: Tensor; content: Uint8Array | undefined },
  dims: readonly number[],
): Float32Array<ArrayBuffer> {
  const { storage, offset } = tensor;
  if (storage.type !== 'torch.FloatStorage') throw new Error(`The weights have ${name} as ${storage.type}`);
  if (tensor.dims.join() !== dims.join())
    throw new Error(`The weights have ${name} as [${tensor.dims}] where [${dims}] was expected`);
  const strides = dims.map((_, index) => dims.slice(index + 1).reduce((product, size) => product * size, 1));
  if (tensor.strides.join() !== strides.join()) throw new Error(`The weights have ${name} in another order`);
  const size = dims.reduce((product, each) => product * each, 1);
  if (content?.length !== storage.length * FLOAT_BYTES || offset + size > storage.length)
    throw new Error(`The weights have ${name} damaged`);
  const view = new DataView(content.buffer, content.byteOffset + offset * FLOAT_BYTES, size * FLOAT_BYTES);
  const numbers = new Float32Array(size);
  for (let index = 0; index < size; index++) numbers[index] = view.getFloat32(index * FLOAT_BYTES, true);
  if (!numbers.every(Number.isFinite)) throw new Error(`The weights have no numbers in ${name}`);
  return numbers;
}

/** The two calls of such a list: an empty dictionary (a tensor's hooks), and `_rebuild_tensor_v2(storage, offset, size, stride, ...)`. */
function call(global: string, values: readonly Pickled[]): Pickled {
  if (global === 'collections.OrderedDict' && values.length === 0) return new Map();
  if (global !== 'torch._utils._rebuild_tensor_v2')
    throw new Error(`The weights call ${global}, which no weights need`);
  const [storage, offset, dims, strides] = values;
  if (!isKind(storage, 'storage') || !isNatural(offset) || !areNatural(dims) || !areNatural(strides))
    throw new Error('The list of the weights has a tensor of another form');
  return { kind: 'tensor', storage, offset, dims, strides } satisfies Tensor;
}

/** `('storage', type, key, device, length)`. */
function persistent(id: Pickled): Pickled {
  const [label, type, key, , length] = Array.isArray(id) ? id : [];
  if (label !== 'storage' || typeof key !== 'string' || !isNatural(length))
    throw new Error('The list of the weights has a reference of another form');
  const named = typeof type === 'object' && 'global' in type ? String(type.global) : '';
  if (named !== 'torch.FloatStorage' && named !== 'torch.LongStorage')
    throw new Error(`The weights have numbers of another type: ${named}`);
  return { kind: 'storage', type: named, key, length } satisfies Storage;
}

interface Kinds {
  storage: Storage;
  tensor: Tensor;
}

/** Only `call` and `persistent` make objects that have a kind. */
function isKind<K extends keyof Kinds>(value: Pickled | undefined, kind: K): value is Kinds[K] {
  return typeof value === 'object' && 'kind' in value && value.kind === kind;
}

function isNatural(value: Pickled | undefined): value is number {
  return typeof value === 'number' && value >= 0;
}

function areNatural(value: Pickled | undefined): value is number[] {
  return Array.isArray(value) && value.length <= 4 && value.every(isNatural);
}
