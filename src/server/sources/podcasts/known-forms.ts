import { readDuration } from './feed-duration.ts';
import { decodeEntities } from './plain-text.ts';

/** Whatever the prefix of its namespace is. */
const DURATION =
  /<([\w-]{1,20}:duration)(?:\s[^<>]*)?>(?:([^<]{0,200})|\s*<!\[CDATA\[([^<\]]{0,200})\]\]>\s*)<\/\1\s*>/gi;

const RDF = /(?:^|[\s>])<(?:\w{1,20}:)?RDF[\s>]/i;
/** The root element comes within this. */
const HEAD = 5000;
const ENCLOSURE = /<(\/?)(?:[\w-]{1,20}:)?enclosure\b([^<>]*)>/gi;
const ATTRIBUTE = /(?<=\s)(?:[\w-]{1,20}:)?(resource|type|url)(?=\s*=)/gi;

/** The feed with what the parser does not know in a form that it knows. In linear time; the text need not be a feed. */
export function withKnownForms(xml: string): string {
  return (RDF.test(xml.slice(0, HEAD)) ? withMedia(withoutContents(xml)) : xml).replaceAll(
    DURATION,
    (_, name: string, text: string | undefined, marked: string | undefined) => {
      const seconds = readDuration(decodeEntities(text ?? marked ?? ''));
      return `<${name}>${seconds ?? ''}</${name}>`;
    },
  );
}

/** RSS 1.0 lists its items twice; looking up each in its table of contents would take the square of their number. */
function withoutContents(xml: string): string {
  const start = xml.indexOf('<items');
  const end = start < 0 ? -1 : xml.indexOf('</items>', start);
  return end < 0 ? xml : xml.slice(0, start) + xml.slice(end + '</items>'.length);
}

/** The enclosures of RSS 1.0 (http://purl.oclc.org/net/rss_2.0/enc) as Media RSS. */
function withMedia(xml: string): string {
  return xml.replaceAll(ENCLOSURE, (_, slash: string, attributes: string) => {
    const named = attributes.replaceAll(ATTRIBUTE, (_attribute, name: string) =>
      name.toLowerCase() === 'type' ? 'type' : 'url',
    );
    return `<${slash}media:content${named}>`;
  });
}
