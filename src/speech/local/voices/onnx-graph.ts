import { field, integerField, type ProtobufField, writeFields } from '../protobuf.ts';

/** A constant of the graph. 32-bit floats, the bits of 16-bit floats, or 64-bit integers (shapes, axes, indexes). */
export interface GraphTensor {
  name: string;
  dims: readonly number[];
  data: Float32Array | Uint16Array | BigInt64Array;
}

/** What a node can be told, by the type that the operator's documentation names. Integers are 0 or more. */
export type GraphAttribute =
  | { int: number }
  | { ints: readonly number[] }
  | { float: number }
  | { string: string }
  | { tensor: GraphTensor };

/** One operator of https://onnx.ai/onnx/operators/; an optional input that is left out has the name ''. */
export interface GraphNode {
  operator: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, GraphAttribute>>;
}

/** An input or output, of 32-bit floats unless it says otherwise. A dimension with a name may have any size. */
export interface GraphValue {
  name: string;
  type?: 'float' | 'int64';
  dims: readonly (number | string)[];
}

/** A network: each node comes after those whose outputs it takes. */
export interface Graph {
  nodes: readonly GraphNode[];
  tensors: readonly GraphTensor[];
  inputs: readonly GraphValue[];
  outputs: readonly GraphValue[];
}

/** The version of the operators that a node means: the last one in which ReduceMean has its axes as an attribute. */
const OPERATOR_SET = 17;
/** The version of the file format that came with these operators. */
const FORMAT = 8;

const FLOAT = 1;
const INT64 = 7;
const FLOAT16 = 10;

/**
 * The graph as an ONNX file. The field numbers are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. Throws RangeError
 * if a tensor's data does not fill its dimensions, or if an integer is negative. Operators and names are for the runtime to check.
 */
export function writeModel({ nodes, tensors, inputs, outputs }: Graph): Uint8Array {
  const graph = [
    ...nodes.map((node) => nested(1, nodeFields(node))),
    field(2, 'tapescript'),
    ...tensors.map((tensor) => nested(5, tensorFields(tensor))),
    ...inputs.map((value) => nested(11, valueFields(value))),
    ...outputs.map((value) => nested(12, valueFields(value))),
  ];
  return writeFields([
    integerField(1, FORMAT),
    field(2, 'tapescript'),
    nested(7, graph),
    nested(8, [field(1, ''), integerField(2, OPERATOR_SET)]),
  ]);
}

/** The integers as a tensor, for inputs such as a shape or indexes; without `dims` it is a list. */
export function integerTensor(
  name: string,
  values: readonly number[],
  dims: readonly number[] = [values.length],
): GraphTensor {
  return { name, dims, data: BigInt64Array.from(values, BigInt) };
}

function nested(number: number, fields: readonly ProtobufField[]): ProtobufField {
  return field(number, writeFields(fields));
}

/** NodeProto. */
function nodeFields({ operator, inputs, outputs, attributes = {} }: GraphNode): ProtobufField[] {
  return [
    ...inputs.map((name) => field(1, name)),
    ...outputs.map((name) => field(2, name)),
    field(4, operator),
    ...Object.entries(attributes).map(([name, attribute]) =>
      nested(5, [field(1, name), ...attributeFields(attribute)]),
    ),
  ];
}

/** The value of an AttributeProto, and its type in field 20. */
function attributeFields(attribute: GraphAttribute): ProtobufField[] {
  if ('float' in attribute) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, attribute.float, true);
    return [{ number: 2, wireType: 5, bytes }, integerField(20, 1)];
  }
  if ('int' in attribute) return [natural(3, attribute.int), integerField(20, 2)];
  if ('string' in attribute) return [field(4, attribute.string), integerField(20, 3)];
  if ('tensor' in attribute) return [nested(5, tensorFields(attribute.tensor)), integerField(20, 4)];
  return [...attribute.ints.map((value) => natural(8, value)), integerField(20, 7)];
}

/** TensorProto; its raw data is little-endian, as is every machine that the runtime is built for. */
function tensorFields({ name, dims, data }: GraphTensor): ProtobufField[] {
  if (dims.reduce((product, size) => product * size, 1) !== data.length)
    throw new RangeError(`${name} has ${data.length} numbers, which do not fill [${dims}]`);
  return [
    ...dims.map((size) => natural(1, size)),
    integerField(2, elementType(data)),
    field(8, name),
    field(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ];
}

function elementType(data: GraphTensor['data']): number {
  if (data instanceof Float32Array) return FLOAT;
  return data instanceof Uint16Array ? FLOAT16 : INT64;
}

/** ValueInfoProto: name = 1, type = 2 { tensor_type = 1 { elem_type = 1 (or 7), shape = 2 { dim = 1 { value = 1 or name = 2 } } } }. */
function valueFields({ name, type, dims }: GraphValue): ProtobufField[] {
  const shape = dims.map((size) => nested(1, [typeof size === 'string' ? field(2, size) : natural(1, size)]));
  const tensor = [integerField(1, type === 'int64' ? INT64 : FLOAT), nested(2, shape)];
  return [field(1, name), nested(2, [nested(1, tensor)])];
}

/** An integer of the format that this writer can encode: int64, but not below 0. */
function natural(number: number, value: number): ProtobufField {
  if (!(Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`${value} is not a whole number of 0 or more`);
  return integerField(number, value);
}
