import { zipSync } from 'fflate';

/** A tensor of a state dict; integers are what PyTorch counts batches in. */
export interface SavedTensor {
  name: string;
  dims: readonly number[];
  data: Float32Array | BigInt64Array;
}

/** Operations of a pickle, by the names of https://github.com/python/cpython/blob/main/Lib/pickletools.py. */
export const pickled = {
  start: Uint8Array.of(0x80, 2),
  stop: raw('.'),
  mark: raw('('),
  tuple: raw('t'),
  reduce: raw('R'),
  persistent: raw('Q'),
  emptyDict: raw('}'),
  emptyTuple: raw(')'),
  isFalse: Uint8Array.of(0x89),
  setItems: raw('u'),
  global: (module: string, name: string) => raw(`c${module}\n${name}\n`),
  put: (key: number) => Uint8Array.of(0x71, key),
  get: (key: number) => Uint8Array.of(0x68, key),
  integer: (value: number) => Uint8Array.of(0x4a, ...littleEndian(value)),
  text(value: string) {
    const bytes = raw(value);
    return join(Uint8Array.of(0x58, ...littleEndian(bytes.length)), bytes);
  },
};

/** The function that makes a tensor: by its name, and as PyTorch writes it from the second tensor on. */
const NAMED = join(pickled.global('torch._utils', '_rebuild_tensor_v2'), pickled.put(9));
const REMEMBERED = pickled.get(9);

/** The file that `torch.save` writes of a state dict, with another list of the tensors if one is given. */
export function savedWeights(tensors: readonly SavedTensor[], list = listOf(tensors)): Uint8Array {
  const storages = tensors.map(({ data }, index): [string, Uint8Array] => [
    `archive/data/${index}`,
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  ]);
  return zipSync(Object.fromEntries([['archive/data.pkl', list], ...storages]), { level: 0 });
}

/** The pickle of an ordinary dictionary of tensors. */
export function listOf(tensors: readonly SavedTensor[]): Uint8Array {
  const entries = tensors.map((tensor, index) =>
    join(pickled.text(tensor.name), tensorOf(tensor, index, { rebuild: index === 0 ? NAMED : REMEMBERED })),
  );
  return join(pickled.start, pickled.emptyDict, pickled.mark, ...entries, pickled.setItems, pickled.stop);
}

/** What a tensor is in a pickle; `changed` says what is to be other than `tensor` has it. */
export function tensorOf(
  tensor: SavedTensor,
  key: number | string,
  changed: {
    length?: number;
    offset?: number;
    strides?: readonly number[];
    type?: string;
    rebuild?: Uint8Array;
  } = {},
): Uint8Array {
  const { dims, data } = tensor;
  const strides =
    changed.strides ?? dims.map((_, at) => dims.slice(at + 1).reduce((all, size) => all * size, 1));
  const type = changed.type ?? (data instanceof Float32Array ? 'FloatStorage' : 'LongStorage');
  const storage = tuple(
    pickled.text('storage'),
    pickled.global('torch', type),
    pickled.text(String(key)),
    pickled.text('cpu'),
    pickled.integer(changed.length ?? data.length),
  );
  const values = tuple(
    join(storage, pickled.persistent),
    pickled.integer(changed.offset ?? 0),
    tuple(...dims.map(pickled.integer)),
    tuple(...strides.map(pickled.integer)),
    pickled.isFalse,
    join(pickled.global('collections', 'OrderedDict'), pickled.emptyTuple, pickled.reduce),
  );
  return join(changed.rebuild ?? NAMED, values, pickled.reduce);
}

/** One after the other. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function tuple(...values: readonly Uint8Array[]): Uint8Array {
  return join(pickled.mark, ...values, pickled.tuple);
}

function raw(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function littleEndian(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
}
