import { Parser } from 'htmlparser2';

/** What a page may be made of: the largest of real ones have a tenth of it. */
const MOST_TAGS = 200_000;
const DEEPEST = 512;
const MOST_ATTRIBUTES = 1000;

class TooMuch extends Error {}

/** What a page is made of, at the price of reading its tags once; null for one that only a bomb is made like. */
export function checkMarkup(html: string): { hasHtml: boolean; hasBody: boolean } | null {
  const seen = { hasHtml: false, hasBody: false };
  let tags = 0;
  let depth = 0;
  let attributes = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === 'html') seen.hasHtml = true;
      if (name === 'body') seen.hasBody = true;
      tags += 1;
      depth += 1;
      attributes = 0;
      if (tags > MOST_TAGS || depth > DEEPEST) throw new TooMuch();
    },
    onattribute: () => {
      attributes += 1;
      if (attributes > MOST_ATTRIBUTES) throw new TooMuch();
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  try {
    parser.end(html);
    return seen;
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}
