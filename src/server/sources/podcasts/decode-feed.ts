/** The text of an XML file: by its byte order mark, by what HTTP says, by its own declaration, else UTF-8. Never fails. */
export function decodeFeed(bytes: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  const said = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  const marked = markedEncoding(bytes);
  for (const encoding of [marked, said, declared, 'utf-8']) {
    try {
      if (encoding) return new TextDecoder(encoding).decode(bytes);
    } catch {
      // An encoding that nobody knows: the next one may be right.
    }
  }
  return '';
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}
