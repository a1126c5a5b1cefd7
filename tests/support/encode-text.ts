const tables = new Map<string, ReadonlyMap<string, Buffer>>();

/** A text in an old encoding, which Node only decodes: one byte or two for each character. Throws if it cannot be written in it. */
export function encodeText(text: string, encoding: string): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return Buffer.concat(
    Array.from(text, (char) => {
      const bytes = table.get(char);
      if (!bytes) throw new Error(`no ${char} in ${encoding}`);
      return bytes;
    }),
  );
}

function tableOf(encoding: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, Buffer>();
  for (let code = 0; code < 0x10000; code += 1) {
    const bytes = Buffer.from(code < 0x100 ? [code] : [code >> 8, code & 0xff]);
    const char = decoder.decode(bytes);
    if (Array.from(char).length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, bytes);
  }
  return table;
}
