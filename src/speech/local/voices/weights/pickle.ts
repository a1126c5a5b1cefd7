/** What a pickle of tensors is made of. A tuple is an array; a function or class is { global: its name }, which is only a name here. */
export type Pickled = number | string | boolean | object | readonly Pickled[] | Map<Pickled, Pickled>;

/** What calls and references in a pickle stand for: anything that has no `global`. Each may throw, which refuses the pickle. */
export interface PickleRules {
  call(global: string, values: readonly Pickled[]): Pickled;
  persistent(id: Pickled): Pickled;
}

const MAX_STACK = 10_000;

/**
 * The value of a pickle, as Python's protocol 2 writes dictionaries of tensors: https://github.com/python/cpython/blob/main/Lib/pickletools.py.
 * Throws on any operation that such dictionaries do not need, and on damage. It takes time and memory in proportion to the pickle.
 */
export function readPickle(bytes: Uint8Array, rules: PickleRules): Pickled {
  try {
    return run(bytes, rules);
  } catch (error) {
    if (error instanceof RangeError) throw new Error('The list of the weights is damaged', { cause: error });
    throw error;
  }
}

function run(bytes: Uint8Array, rules: PickleRules): Pickled {
  const input = reader(bytes);
  const { push, pop, mark, popToMark } = stack();
  const memo = new Map<number, Pickled>();
  const remember = (key: number) => {
    const value = pop();
    memo.set(key, value);
    push(value);
  };
  const operations: Record<number, () => void> = {
    [code('\x80')]: () => {
      const version = input.byte();
      if (version !== 2) throw new Error(`The list of the weights has format ${version}, not 2`);
    },
    [code('}')]: () => push(new Map()),
    [code(')')]: () => push([]),
    [code('(')]: mark,
    [code('t')]: () => push(popToMark()),
    [code('\x85')]: () => push([pop()]),
    [code('\x86')]: () => push([pop(), pop()].reverse()),
    [code('\x87')]: () => push([pop(), pop(), pop()].reverse()),
    [code('\x88')]: () => push(true),
    [code('\x89')]: () => push(false),
    [code('K')]: () => push(input.byte()),
    [code('M')]: () => push(input.short()),
    [code('J')]: () => push(input.integer()),
    [code('X')]: () => push(input.text(input.unsigned())),
    [code('c')]: () => push({ global: `${input.line()}.${input.line()}` }),
    [code('q')]: () => remember(input.byte()),
    [code('r')]: () => remember(input.unsigned()),
    [code('h')]: () => push(known(memo, input.byte())),
    [code('j')]: () => push(known(memo, input.unsigned())),
    [code('Q')]: () => push(rules.persistent(pop())),
    [code('R')]: () => {
      const values = pop();
      push(rules.call(globalOf(pop()), Array.isArray(values) ? values : refuse()));
    },
    [code('s')]: () => {
      const pair = [pop(), pop()].reverse();
      push(fill(pop(), pair));
    },
    [code('u')]: () => {
      const pairs = popToMark();
      push(fill(pop(), pairs));
    },
  };
  for (;;) {
    const operation = input.byte();
    if (operation === code('.')) return pop();
    const perform = operations[operation];
    if (!perform)
      throw new Error(`The list of the weights has an operation that no list needs: ${operation}`);
    perform();
  }
}

const code = (character: string) => character.charCodeAt(0);

function globalOf(value: Pickled): string {
  return typeof value === 'object' && 'global' in value && typeof value.global === 'string'
    ? value.global
    : refuse();
}

function known(memo: ReadonlyMap<number, Pickled>, key: number): Pickled {
  return memo.get(key) ?? refuse();
}

function fill(target: Pickled, pairs: readonly Pickled[]): Pickled {
  if (!(target instanceof Map) || pairs.length % 2 === 1) return refuse();
  for (let at = 0; at < pairs.length; at += 2) target.set(pairs[at] ?? refuse(), pairs[at + 1] ?? refuse());
  return target;
}

/** The values at work, and the marks among them. */
function stack() {
  const values: Pickled[] = [];
  const marks: number[] = [];
  return {
    push(value: Pickled) {
      if (values.length >= MAX_STACK) throw new RangeError('Too many values at once');
      values.push(value);
    },
    pop: (): Pickled => (values.length > (marks.at(-1) ?? 0) ? values.pop() : undefined) ?? refuse(),
    mark() {
      if (marks.length >= MAX_STACK) throw new RangeError('Too many marks at once');
      marks.push(values.length);
    },
    popToMark: () => values.splice(marks.pop() ?? refuse()),
  };
}

function refuse(): never {
  throw new RangeError('A value is not there, or is of another kind');
}

/** Reads the parts of a pickle in order. A DataView throws RangeError past its end. */
function reader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const skip = (length: number) => {
    at += length;
    return at - length;
  };
  const text = (length: number) => {
    if (length > bytes.length - at) throw new RangeError('A text runs past the end');
    const start = skip(length);
    return new TextDecoder().decode(bytes.subarray(start, at));
  };
  return {
    byte: () => view.getUint8(skip(1)),
    short: () => view.getUint16(skip(2), true),
    integer: () => view.getInt32(skip(4), true),
    unsigned: () => view.getUint32(skip(4), true),
    text,
    line() {
      const end = bytes.indexOf(code('\n'), at);
      if (end < 0) throw new RangeError('A line runs past the end');
      const line = text(end - at);
      skip(1);
      return line;
    },
  };
}
