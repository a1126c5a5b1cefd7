/**
 * Decodes a text file from the web: by its byte order mark, the HTTP header, its own declaration, else as UTF-8, and if it is not
 * valid UTF-8 as `otherwise`. Never fails.
 */
export function decodeText(
  bytes: Uint8Array,
  {
    contentType,
    declared,
    otherwise = 'utf-8',
  }: { contentType: string; declared: string | undefined; otherwise?: string },
): string {
  const said = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  for (const encoding of [markedEncoding(bytes), said, declared]) {
    try {
      if (encoding) return new TextDecoder(encoding).decode(bytes);
    } catch {
      // An unknown encoding: try the next one.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(otherwise).decode(bytes);
  }
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}
