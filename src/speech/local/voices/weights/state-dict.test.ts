import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { join, listOf, pickled, savedWeights, tensorOf } from '#tests/support/saved-weights.ts';
import { readStateDict } from './state-dict.ts';

const bias = { name: 'head.bias', dims: [2], data: Float32Array.of(0.5, -3) };
const kernel = { name: 'head.weight', dims: [2, 1, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) };
const batches = { name: 'head.num_batches_tracked', dims: [], data: BigInt64Array.of(7n) };
const tensors = [bias, kernel, batches];

/** A file whose only entry in the list is made of these operations. */
const withValue = (...value: Uint8Array[]) =>
  savedWeights(
    [bias],
    join(
      pickled.start,
      pickled.emptyDict,
      pickled.mark,
      pickled.text(bias.name),
      ...value,
      pickled.setItems,
      pickled.stop,
    ),
  );
const takeBias = (file: Uint8Array) => readStateDict(file).take(bias.name, bias.dims);

describe('readStateDict', () => {
  it('gives the numbers of tensors', () => {
    const { take } = readStateDict(savedWeights(tensors));
    expect(take('head.bias', [2])).toEqual(bias.data);
    expect(take('head.weight', [2, 1, 3])).toEqual(kernel.data);
  });

  it('reads tensors that are parts of a storage, and dictionaries in order', () => {
    expect(takeBias(withValue(tensorOf({ ...kernel, dims: [2] }, 0, { length: 2 })))).toEqual(bias.data);
    const part = tensorOf({ ...bias, dims: [1] }, 0, { offset: 1 });
    expect(readStateDict(withValue(part)).take(bias.name, [1])).toEqual(Float32Array.of(-3));
    const ordered = join(pickled.global('collections', 'OrderedDict'), pickled.emptyTuple, pickled.reduce);
    const list = listOf([bias]).subarray(3);
    expect(takeBias(savedWeights([bias], join(pickled.start, ordered, list)))).toEqual(bias.data);
  });

  it('names the tensor that is missing, of another form or damaged', () => {
    const { take } = readStateDict(savedWeights(tensors));
    expect(() => take('tail.bias', [2])).toThrow('lack tail.bias');
    expect(() => take('constructor', [2])).toThrow('lack constructor');
    expect(() => take('head.weight', [3, 1, 2])).toThrow('head.weight as [2,1,3] where [3,1,2] was expected');
    expect(() => take('head.num_batches_tracked', [])).toThrow(
      'head.num_batches_tracked as torch.LongStorage',
    );
    expect(() => takeBias(withValue(tensorOf(bias, 5)))).toThrow('head.bias damaged');
    expect(() => takeBias(withValue(tensorOf(bias, 0, { offset: 1 })))).toThrow('head.bias damaged');
    expect(() => takeBias(withValue(tensorOf(bias, 0, { length: 3 })))).toThrow('head.bias damaged');
    expect(() => takeBias(withValue(tensorOf(bias, 0, { strides: [2] })))).toThrow(
      'head.bias in another order',
    );
    const endless = { ...bias, data: Float32Array.of(1, Number.NaN) };
    expect(() => takeBias(savedWeights([endless]))).toThrow('no numbers in head.bias');
  });

  it('refuses huge and negative sizes without reserving memory for them', () => {
    const most = 2 ** 31 - 1;
    const huge = { ...bias, dims: [most] };
    const { take } = readStateDict(withValue(tensorOf(huge, 0, { length: most })));
    expect(() => take(bias.name, huge.dims)).toThrow('head.bias damaged');
    expect(() => readStateDict(withValue(tensorOf({ ...bias, dims: [-1] }, 0)))).toThrow('another form');
    expect(() => readStateDict(withValue(tensorOf({ ...bias, dims: [1, 1, 1, 1, 1] }, 0)))).toThrow(
      'another form',
    );
  });

  it('calls nothing but what makes tensors', () => {
    const command = join(pickled.mark, pickled.text('touch /tmp/harm'), pickled.tuple, pickled.reduce);
    for (const [module, name] of [
      ['os', 'system'],
      ['posix', 'system'],
      ['builtins', 'eval'],
      ['torch._utils', '_rebuild_parameter'],
    ] as const)
      expect(() => readStateDict(withValue(pickled.global(module, name), command))).toThrow(
        `call ${module}.${name}`,
      );
    const argument = join(pickled.global('collections', 'OrderedDict'), command);
    expect(() => readStateDict(withValue(argument))).toThrow('call collections.OrderedDict');
    expect(() => readStateDict(withValue(tensorOf(bias, 0, { type: 'HalfStorage' })))).toThrow(
      'another type: torch.HalfStorage',
    );
    // BUILD, which may set anything; INST and OBJ, which call too.
    for (const operation of ['b', 'i', 'o', 'P', 'I'])
      expect(() => readStateDict(withValue(new TextEncoder().encode(operation)))).toThrow('no list needs');
  });

  it('refuses lists that are cut short at any byte', () => {
    const list = listOf(tensors);
    for (let length = 0; length < list.length; length++)
      expect(() => readStateDict(savedWeights(tensors, list.subarray(0, length)))).toThrow(
        'list of the weights',
      );
  });

  it('refuses deep nesting and lists of anything but tensors', () => {
    const nested = (count: number, operation: string) =>
      withValue(new TextEncoder().encode(operation.repeat(count)));
    expect(() => readStateDict(nested(100_000, '('))).toThrow('damaged');
    expect(() => readStateDict(nested(100_000, '}'))).toThrow('damaged');
    const deep = withValue(pickled.emptyTuple, new Uint8Array(500_000).fill(0x85));
    expect(() => takeBias(deep)).toThrow('lack head.bias');
    expect(() => takeBias(withValue(pickled.text('text')))).toThrow('lack head.bias');
    expect(() => readStateDict(savedWeights([], join(pickled.start, pickled.isFalse, pickled.stop)))).toThrow(
      'no list',
    );
    expect(() => readStateDict(savedWeights([], new Uint8Array(2 ** 20 + 1)))).toThrow('too long');
    expect(() => readStateDict(savedWeights([], Uint8Array.of(0x80, 4)))).toThrow('format 4');
  });

  it('refuses other archives', () => {
    const file = savedWeights(tensors);
    expect(() => readStateDict(new Uint8Array())).toThrow('no zip archive');
    expect(() => readStateDict(file.subarray(0, file.length - 30))).toThrow('cut short');
    expect(() => readStateDict(file.subarray(100))).toThrow('damaged');
    expect(() => readStateDict(zipSync({ 'archive/data.pkl': new Uint8Array(1000) }))).toThrow('compressed');
    expect(() => readStateDict(zipSync({ 'other/data.pkl': listOf([]) }, { level: 0 }))).toThrow('no list');
    const big = zipSync(
      { 'archive/data.pkl': listOf([]), 'archive/byteorder': new TextEncoder().encode('big') },
      { level: 0 },
    );
    expect(() => readStateDict(big)).toThrow('little-endian');
    expect(() => readStateDict(new Uint8Array(128 * 2 ** 20 + 1))).toThrow('too large');
  });

  it('refuses archives whose entries share their content', () => {
    const one = Buffer.from(zipSync({ a: new Uint8Array(900) }, { level: 0 }));
    const [table, end] = [one.indexOf('PK\x01\x02'), one.indexOf('PK\x05\x06')];
    const sharing = (count: number) => {
      const entries = Array.from({ length: count }, (_, index) => {
        const entry = Buffer.from(one.subarray(table, end));
        entry.write(String(index), 46);
        return entry;
      });
      const last = Buffer.from(one.subarray(end));
      last.writeUInt16LE(count, 10);
      return Buffer.concat([one.subarray(0, table), ...entries, last]);
    };
    expect(() => readStateDict(sharing(1))).toThrow('no list');
    expect(() => readStateDict(sharing(9))).toThrow('damaged');
  });

  it('gives an error for any byte that is changed, or the same numbers', () => {
    const file = savedWeights(tensors);
    for (let at = 0; at < file.length; at++) {
      const changed = Uint8Array.from(file, (value, index) => (index === at ? value ^ 0xff : value));
      try {
        expect(readStateDict(changed).take('head.bias', [2])).toEqual(bias.data);
      } catch (error) {
        expect(String(error)).toMatch(/^Error: .*(archive|weights)/);
      }
    }
  });
});
