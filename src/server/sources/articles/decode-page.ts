import { decodeText } from '../decode-text.ts';

const META = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
const XML = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** The text of a web page, by its own <meta> where nothing else says; what is no UTF-8 and says nothing is of old and Western. Never fails. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const said = META.exec(head)?.[1] ?? XML.exec(head)?.[1];
  // Who can read it as ASCII does not have UTF-16 before him, whatever it says.
  const declared = said && /^utf-?16/i.test(said) ? 'utf-8' : said;
  return decodeText(bytes, { contentType, declared, otherwise: 'windows-1252' });
}
