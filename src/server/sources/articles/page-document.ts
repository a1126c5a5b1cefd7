import { parseHTML } from 'linkedom';

/** The parts of the DOM used here; the server's types have no DOM. */
export interface PageNode {
  nodeType: number;
  textContent: string | null;
  childNodes: Iterable<PageNode>;
  parentElement: PageElement | null;
}
export interface PageElement extends PageNode {
  /** In capitals. */
  tagName: string;
  id: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  append(...nodes: PageNode[]): void;
}
export interface PageDocument extends PageElement {
  head: PageElement;
  body: PageElement;
  title: string;
}

const ELEMENT = 1;
const TEXT = 3;

/** Elements that belong before the body, whether or not the page has a head. */
const OF_THE_HEAD: ReadonlySet<string> = new Set(['TITLE', 'META', 'LINK', 'STYLE', 'SCRIPT', 'BASE']);

export const isElement = (node: PageNode): node is PageElement => node.nodeType === ELEMENT;
export const isText = (node: PageNode): boolean => node.nodeType === TEXT;

/** Parses a page that was checked. The parser does not add omitted html, head and body tags, which are optional. */
export function parsePage(
  html: string,
  { hasHtml, hasBody }: { hasHtml: boolean; hasBody: boolean },
): PageDocument {
  if (hasHtml && hasBody) return parse(html);
  const inner = html.replaceAll(/<!doctype[^>]*>|<\/?(?:html|head|body)\b[^>]*>/gi, '');
  const document = parse(`<!doctype html><html><head></head><body>${inner}</body></html>`);
  for (const node of [...document.body.childNodes]) {
    if (isElement(node) ? !OF_THE_HEAD.has(node.tagName) : node.textContent?.trim() && isText(node)) break;
    document.head.append(node);
  }
  return document;
}

// linkedom's own types refer to the DOM's.
function parse(html: string): PageDocument {
  return (parseHTML(html) as unknown as { document: PageDocument }).document;
}
