import type { PageDocument } from './page-document.ts';

export type LinkedNode = Record<string, unknown>;

/**
 * The keys under which a page's own subjects are; what it merely mentions (lists of other articles, its publisher) is not
 * followed.
 */
const CONTENT_KEYS = ['@graph', 'mainEntity', 'mainEntityOfPage'];
const DEEPEST = 6;
const MAX_NODES = 2000;

/** The subjects that a page declares (JSON-LD). Skips what cannot be parsed. */
export function linkedData(document: PageDocument): LinkedNode[] {
  const found: LinkedNode[] = [];
  const collect = (value: unknown, depth: number) => {
    if (depth > DEEPEST || found.length >= MAX_NODES) return;
    if (Array.isArray(value)) {
      for (const each of value) collect(each, depth + 1);
    } else if (isNode(value)) {
      found.push(value);
      for (const key of CONTENT_KEYS) collect(value[key], depth + 1);
    }
  };
  for (const script of document.querySelectorAll('script')) {
    if (!/^\s*application\/ld\+json\b/i.test(script.getAttribute('type') ?? '')) continue;
    collect(parseLoosely(script.textContent ?? ''), 0);
  }
  return found;
}

/** All nodes under a key: one or several. */
export function nodesUnder(node: LinkedNode, key: string): LinkedNode[] {
  return [node[key]].flat().filter(isNode);
}

/** The text under a key, or the name of the node there. */
export function textUnder(node: LinkedNode, key: string): string | undefined {
  const [first] = [node[key]].flat();
  if (typeof first === 'string') return first;
  return isNode(first) && typeof first.name === 'string' ? first.name : undefined;
}

function isNode(value: unknown): value is LinkedNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Some sites wrap it in a comment, or put line breaks into its strings. */
function parseLoosely(text: string): unknown {
  const bare = text
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>)\s*;?\s*$/, '');
  try {
    return JSON.parse(bare.replaceAll(/[\u0000-\u001f]+/g, ' '));
  } catch {
    return undefined;
  }
}
