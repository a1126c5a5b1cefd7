import { decodeEntities, plainText } from './plain-text.ts';

/** Where a feed has its description, the fullest first; RSS and Atom. */
const NAMES = ['description', 'itunes:summary', 'subtitle', 'itunes:subtitle'] as const;

/**
 * A podcast's description from the beginning of its feed, in plain text of at most `maxLength` characters; '' if there is none
 * before the first episode. Reads each character only a few times, whatever the input.
 */
export function describeFeed(beginning: string, maxLength: number): string {
  const first = beginning.search(/<(?:item|entry)[\s>]/);
  const about = withoutPicture(first < 0 ? beginning : beginning.slice(0, first));
  for (const name of NAMES) {
    const text = plainText(contentOf(about, name), maxLength);
    if (text !== '') return text;
  }
  return '';
}

/** A channel's image has a description of its own. */
function withoutPicture(xml: string): string {
  const start = xml.indexOf('<image>');
  const end = start < 0 ? -1 : xml.indexOf('</image>', start);
  return end < 0 ? xml : xml.slice(0, start) + xml.slice(end);
}

/** The HTML content of the first element of that name; if it does not end, up to the end of the input. */
function contentOf(xml: string, name: string): string {
  const start = new RegExp(`<${name}(?:\\s[^<>]*)?>`).exec(xml);
  if (!start) return '';
  const rest = xml.slice(start.index + start[0].length);
  const marked = /^\s*<!\[CDATA\[/.exec(rest);
  if (marked) return upTo(rest.slice(marked[0].length), ']]>');
  return decodeEntities(upTo(rest, `</${name}>`));
}

function upTo(text: string, end: string): string {
  const at = text.indexOf(end);
  return at < 0 ? text : text.slice(0, at);
}
