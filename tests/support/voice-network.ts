import { field, integerField, type ProtobufField, writeFields } from '#speech/local/protobuf.ts';
import { BANDS } from '#speech/local/voices/features.ts';
import { VECTOR_SIZE } from '#speech/local/voices/network.ts';

const FLOAT = 1;
const INT = 2;
const INTS = 7;

export interface NetworkOptions {
  /** How many numbers describe a voice. */
  size?: number;
  /** Whether voices differ: otherwise the numbers hardly depend on the sound. */
  distinguishes?: boolean;
  output?: string;
}

/**
 * The bytes of a small ONNX network with the form of CAM++: it describes a voice by how much each band changes, compared with the other bands, mixed by a
 * fixed matrix. The form is onnx.proto's, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */
export function makeVoiceNetwork(options: NetworkOptions = {}): Uint8Array {
  const { size = VECTOR_SIZE, distinguishes = true, output = 'embedding' } = options;
  const mixed = distinguishes ? 'relative' : 'changes';
  const graph = [
    node('Mul', ['x', 'x'], 'squares'),
    node('ReduceMean', ['squares'], 'changes', reducing(0)),
    node('ReduceMean', ['changes'], 'mean', reducing(1)),
    node('Sub', ['changes', 'mean'], 'relative'),
    node('MatMul', [mixed, 'mix'], output),
    field(2, 'voices'),
    matrix('mix', size),
    nested(11, [field(1, 'x'), floats(['N', 'T', BANDS])]),
    nested(12, [field(1, output), floats(['N', size])]),
  ];
  return writeFields([integerField(1, 8), nested(8, [field(1, ''), integerField(2, 13)]), nested(7, graph)]);
}

function nested(number: number, fields: readonly ProtobufField[]): ProtobufField {
  return field(number, writeFields(fields));
}

function node(type: string, inputs: readonly string[], output: string, attributes: ProtobufField[] = []) {
  return nested(1, [
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(4, type),
    ...attributes,
  ]);
}

/** Over the second dimension, which is kept or not. */
function reducing(keepsDimension: 0 | 1): ProtobufField[] {
  return [
    nested(5, [field(1, 'axes'), integerField(8, 1), integerField(20, INTS)]),
    nested(5, [field(1, 'keepdims'), integerField(3, keepsDimension), integerField(20, INT)]),
  ];
}

function matrix(name: string, size: number): ProtobufField {
  const values = Float32Array.from({ length: BANDS * size }, (_, index) => Math.cos(index * index));
  const dimensions = [integerField(1, BANDS), integerField(1, size)];
  return nested(5, [
    ...dimensions,
    integerField(2, FLOAT),
    field(8, name),
    field(9, new Uint8Array(values.buffer)),
  ]);
}

function floats(shape: readonly (string | number)[]): ProtobufField {
  const dimensions = shape.map((each) =>
    nested(1, [typeof each === 'string' ? field(2, each) : integerField(1, each)]),
  );
  return nested(2, [nested(1, [integerField(1, FLOAT), nested(2, dimensions)])]);
}
