import { Parser } from 'htmlparser2';

/** The largest real pages have a fifth of this. */
const MAX_TAGS = 100_000;
/** Tags, pieces of text and comments: each becomes an object. A '<' or '&' splits text into pieces. */
const MAX_NODES = 300_000;
const DEEPEST = 512;
const MAX_ATTRIBUTES = 1000;
/** Of all tags together. */
const MAX_TOTAL_ATTRIBUTES = 500_000;

class TooMuch extends Error {}

/** Counts a page's markup in linear time; null for one that only a parser bomb would have. */
export function checkMarkup(html: string): { hasHtml: boolean; hasBody: boolean } | null {
  const seen = { hasHtml: false, hasBody: false };
  let tags = 0;
  let nodes = 0;
  let depth = 0;
  let attributes = 0;
  let attributesInAll = 0;
  const count = () => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new TooMuch();
  };
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === 'html') seen.hasHtml = true;
      if (name === 'body') seen.hasBody = true;
      tags += 1;
      depth += 1;
      attributes = 0;
      if (tags > MAX_TAGS || depth > DEEPEST) throw new TooMuch();
      count();
    },
    onattribute: () => {
      attributes += 1;
      attributesInAll += 1;
      if (attributes > MAX_ATTRIBUTES || attributesInAll > MAX_TOTAL_ATTRIBUTES) throw new TooMuch();
    },
    onclosetag: () => {
      depth -= 1;
    },
    ontext: count,
    oncomment: count,
    onprocessinginstruction: count,
    oncdatastart: count,
  });
  try {
    parser.end(html);
    return seen;
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}
