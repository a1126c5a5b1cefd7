/** One field of a protocol buffer message, still encoded. */
export interface ProtobufField {
  number: number;
  wireType: number;
  /** The payload: without tag, and without the length for length-delimited fields. */
  bytes: Uint8Array;
}

const LENGTH_DELIMITED = 2;

/** Splits a message into its fields, in order, without copying. Throws RangeError on malformed bytes. */
export function readFields(message: Uint8Array): ProtobufField[] {
  const fields: ProtobufField[] = [];
  let at = 0;
  while (at < message.length) {
    const tag = readVarint(message, at);
    const wireType = tag.value & 7;
    const payload = locatePayload(message, tag.end, wireType);
    fields.push({
      number: Math.floor(tag.value / 8),
      wireType,
      bytes: message.subarray(payload.start, payload.end),
    });
    at = payload.end;
  }
  return fields;
}

/** Encodes fields back to a message; `writeFields(readFields(x))` equals x. */
export function writeFields(fields: readonly ProtobufField[]): Uint8Array {
  const heads = fields.map((field) => {
    const tag = varint(field.number * 8 + field.wireType);
    return field.wireType === LENGTH_DELIMITED ? [...tag, ...varint(field.bytes.length)] : tag;
  });
  const size = fields.reduce(
    (sum, field, index) => sum + (heads[index]?.length ?? 0) + field.bytes.length,
    0,
  );
  const message = new Uint8Array(size);
  let at = 0;
  fields.forEach((field, index) => {
    const head = heads[index] ?? [];
    message.set(head, at);
    message.set(field.bytes, at + head.length);
    at += head.length + field.bytes.length;
  });
  return message;
}

/** A length-delimited field: a nested message, bytes or a string. */
export function field(number: number, content: Uint8Array | string): ProtobufField {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { number, wireType: LENGTH_DELIMITED, bytes };
}

/** An integer field (int32, int64, enum, bool). */
export function integerField(number: number, value: number): ProtobufField {
  return { number, wireType: 0, bytes: Uint8Array.from(varint(value)) };
}

/** The content of the first field with this number, as text; '' if there is none. */
export function fieldText(fields: readonly ProtobufField[], number: number): string {
  const found = fields.find((candidate) => candidate.number === number);
  return found ? new TextDecoder().decode(found.bytes) : '';
}

function locatePayload(message: Uint8Array, start: number, wireType: number) {
  const located = (() => {
    if (wireType === 0) return { start, end: readVarint(message, start).end };
    if (wireType === 1) return { start, end: start + 8 };
    if (wireType === 5) return { start, end: start + 4 };
    if (wireType !== LENGTH_DELIMITED) throw new RangeError(`Unknown protocol buffer wire type ${wireType}`);
    const length = readVarint(message, start);
    return { start: length.end, end: length.end + length.value };
  })();
  if (located.end > message.length) throw new RangeError('Protocol buffer field runs past the end');
  return located;
}

function readVarint(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  let scale = 1;
  for (let at = start; at < bytes.length && at < start + 10; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, end: at + 1 };
    scale *= 128;
  }
  throw new RangeError('Protocol buffer number runs past the end');
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}
