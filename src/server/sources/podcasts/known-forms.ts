import { readDuration } from './feed-duration.ts';
import { decodeEntities } from './plain-text.ts';

const DURATION =
  /<itunes:duration(?:\s[^<>]*)?>(?:([^<]{0,200})|\s*<!\[CDATA\[([^<\]]{0,200})\]\]>\s*)<\/itunes:duration\s*>/gi;

/** The feed with what the parser does not know in a form that it knows. In linear time; the text need not be a feed. */
export function withKnownForms(xml: string): string {
  return xml.replaceAll(DURATION, (_, text: string | undefined, marked: string | undefined) => {
    const seconds = readDuration(decodeEntities(text ?? marked ?? ''));
    return `<itunes:duration>${seconds ?? ''}</itunes:duration>`;
  });
}
