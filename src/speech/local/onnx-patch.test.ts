import { describe, expect, it } from 'vitest';
import { addAttentionOutputs } from './onnx-patch.ts';
import { field, fieldText, type ProtobufField, readFields, writeFields } from './protobuf.ts';

const nested = (number: number, fields: ProtobufField[]) => field(number, writeFields(fields));
const softmax = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`;

/** A model whose one If node has two branches that compute the attention of the layers. */
function modelOf(layers: readonly number[], ifNodes = 1): Uint8Array {
  const branch = nested(
    6,
    layers.map((layer) => nested(1, [field(2, softmax(layer)), field(4, 'Softmax')])),
  );
  const node = nested(1, [
    field(2, 'logits'),
    field(4, 'If'),
    nested(5, [field(1, 'then_branch'), branch]),
    nested(5, [field(1, 'else_branch'), branch]),
  ]);
  const other = nested(1, [field(2, 'x'), field(4, 'Add')]);
  return writeFields([
    field(2, 'maker'),
    nested(7, [other, ...new Array<ProtobufField>(ifNodes).fill(node), nested(12, [field(1, 'logits')])]),
  ]);
}

const child = (message: Uint8Array, number: number, index = 0) =>
  readFields(readFields(message).filter((each) => each.number === number)[index]?.bytes ?? new Uint8Array());

describe('addAttentionOutputs', () => {
  it('adds the attention to the outputs of the graph, the node and both branches', () => {
    const patched = addAttentionOutputs(modelOf([3, 4]), [3, 4]);
    const graph = child(patched, 7);
    const outputs = graph
      .filter(({ number }) => number === 12)
      .map(({ bytes }) => fieldText(readFields(bytes), 1));
    expect(outputs).toEqual(['logits', 'cross_attn.3', 'cross_attn.4']);
    const node = child(writeFields(graph), 1, 1);
    const nodeOutputs = node
      .filter(({ number }) => number === 2)
      .map(({ bytes }) => new TextDecoder().decode(bytes));
    expect(nodeOutputs).toEqual(['logits', 'cross_attn.3', 'cross_attn.4']);
    for (const attribute of node.filter(({ number }) => number === 5)) {
      const branch = child(attribute.bytes, 6);
      const named = branch
        .filter(({ number }) => number === 12)
        .map(({ bytes }) => fieldText(readFields(bytes), 1));
      expect(named).toEqual([softmax(3), softmax(4)]);
    }
  });

  it('changes nothing in a model but its outputs', () => {
    const model = modelOf([3]);
    expect(writeFields(readFields(model))).toEqual(model);
    expect(fieldText(readFields(addAttentionOutputs(model, [3])), 2)).toBe('maker');
  });

  it('rejects models of a different form and damaged ones', () => {
    expect(() => addAttentionOutputs(modelOf([3], 2), [3])).toThrow('If nodes');
    expect(() => addAttentionOutputs(modelOf([3]), [4])).toThrow('layers.4');
    expect(() => addAttentionOutputs(modelOf([3]).subarray(0, 40), [3])).toThrow(RangeError);
  });

  it('keeps numbers of more than 32 bits', () => {
    const large = Uint8Array.of(8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40);
    expect(writeFields(readFields(large))).toEqual(large);
  });
});
