import { decodeText } from '../decode-text.ts';

const META = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
const XML = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * Decodes a web page, by its own <meta> if nothing else declares the encoding; an undeclared encoding that is not UTF-8 is
 * assumed to be Windows-1252. Never fails.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const said = META.exec(head)?.[1] ?? XML.exec(head)?.[1];
  // A declaration that is readable as ASCII cannot be in UTF-16, whatever it says.
  const declared = said && /^utf-?16/i.test(said) ? 'utf-8' : said;
  return decodeText(bytes, { contentType, declared, otherwise: 'windows-1252' });
}
