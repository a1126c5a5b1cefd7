import { decodeText } from '../decode-text.ts';

/** Decodes an XML file, by its own declaration if nothing else gives the encoding. Never fails. */
export function decodeFeed(bytes: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  return decodeText(bytes, { contentType, declared });
}
