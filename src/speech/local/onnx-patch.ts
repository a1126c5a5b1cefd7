import { field, fieldText, integerField, type ProtobufField, readFields, writeFields } from './protobuf.ts';

// Field numbers of onnx.proto: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const GRAPH_OUTPUT = 12;
const NODE_OUTPUT = 2;
const NODE_OPERATOR = 4;
const NODE_ATTRIBUTE = 5;
const ATTRIBUTE_GRAPH = 6;
const FLOAT = 1;

/** Name of the graph output with a decoder layer's cross-attention: float [batch, heads, tokens, frames]. */
export function attentionOutput(layer: number): string {
  return `cross_attn.${layer}`;
}

/**
 * Adds one output per layer to the merged Moonshine decoder: its cross-attention, which the graph computes but does not output.
 * The branches with and without cache use the same name for it, so both output it through their If node. Throws if the model does
 * not have that form.
 */
export function addAttentionOutputs(model: Uint8Array, layers: readonly number[]): Uint8Array {
  let patched = 0;
  const result = mapNested(model, MODEL_GRAPH, (graph) => {
    const withNodes = mapNested(graph, GRAPH_NODE, (node) => {
      if (fieldText(readFields(node), NODE_OPERATOR) !== 'If') return node;
      patched++;
      return patchIf(node, layers);
    });
    return append(
      withNodes,
      layers.map((layer) => floatOutput(attentionOutput(layer))),
    );
  });
  if (patched !== 1) throw new Error(`The decoder model has ${patched} If nodes where one was expected`);
  return result;
}

function patchIf(node: Uint8Array, layers: readonly number[]): Uint8Array {
  const withBranches = mapNested(node, NODE_ATTRIBUTE, (attribute) =>
    mapNested(attribute, ATTRIBUTE_GRAPH, (branch) => exposeSoftmax(branch, layers)),
  );
  return append(
    withBranches,
    layers.map((layer) => field(NODE_OUTPUT, attentionOutput(layer))),
  );
}

function exposeSoftmax(branch: Uint8Array, layers: readonly number[]): Uint8Array {
  const produced = new Set(
    readFields(branch)
      .filter(({ number }) => number === GRAPH_NODE)
      .flatMap(({ bytes }) => readFields(bytes).filter(({ number }) => number === NODE_OUTPUT))
      .map(({ bytes }) => new TextDecoder().decode(bytes)),
  );
  const outputs = layers.map((layer) => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`);
  const missing = outputs.find((name) => !produced.has(name));
  if (missing) throw new Error(`The decoder model has no ${missing}`);
  return append(branch, outputs.map(floatOutput));
}

/** ValueInfoProto: name = 1, type = 2 { tensor_type = 1 { elem_type = 1 } }; the shape is left open. */
function floatOutput(name: string): ProtobufField {
  const tensor = writeFields([integerField(1, FLOAT)]);
  const type = writeFields([field(1, tensor)]);
  return field(GRAPH_OUTPUT, writeFields([field(1, name), field(2, type)]));
}

function append(message: Uint8Array, added: readonly ProtobufField[]): Uint8Array {
  return writeFields([...readFields(message), ...added]);
}

function mapNested(
  message: Uint8Array,
  number: number,
  change: (nested: Uint8Array) => Uint8Array,
): Uint8Array {
  return writeFields(
    readFields(message).map((each) =>
      each.number === number ? { ...each, bytes: change(each.bytes) } : each,
    ),
  );
}
