const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text, at most `max` UTF-16 code units, in whole graphemes: a flag or a family is never cut in two. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = graphemes.segment(text).containing(max)?.index ?? 0;
  // One letter with more marks than fit: it is cut, but not within a surrogate pair.
  return end > 0 ? text.slice(0, end) : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/** The end of a text in the same way. */
export function cutTextBefore(text: string, max: number): string {
  if (text.length <= max) return text;
  const wanted = text.length - max;
  const { index = 0, segment = '' } = graphemes.segment(text).containing(wanted) ?? {};
  const start = index === wanted ? index : index + segment.length;
  return start < text.length ? text.slice(start) : text.slice(wanted).replace(/^[\udc00-\udfff]/, '');
}
