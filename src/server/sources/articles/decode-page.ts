import { decodeText } from '../decode-text.ts';

/** A tag that may declare the encoding, or the beginning of what is not markup. Excludes '<' inside, so that a page of them takes no longer. */
const META = /<(!--|script\b|style\b)|<meta\b([^<>]{0,500})/gi;
const CHARSET = /\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i;
const XML = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/;
/** The longest XML declaration. */
const XML_BYTES = 200;
const ENDS: Readonly<Record<string, string>> = { '!--': '-->', script: '</script', style: '</style' };

/** Decodes a web page; its <meta> may stand anywhere. Never fails. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const markup = new TextDecoder('latin1').decode(bytes);
  const declared = XML.exec(markup.slice(0, XML_BYTES))?.[1] ?? declaredByMeta(markup);
  return decodeText(bytes, { contentType, declared });
}

function declaredByMeta(markup: string): string | undefined {
  const lower = markup.toLowerCase();
  META.lastIndex = 0;
  for (let match = META.exec(lower); match; match = META.exec(lower)) {
    const [, opened, attributes = ''] = match;
    const charset = CHARSET.exec(attributes)?.[1];
    if (charset) return charset;
    if (opened === undefined) continue;
    const end = lower.indexOf(ENDS[opened] ?? '>', META.lastIndex);
    if (end < 0) return undefined;
    META.lastIndex = end;
  }
  return undefined;
}
