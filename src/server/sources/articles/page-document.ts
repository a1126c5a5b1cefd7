import { parseHTML } from 'linkedom';

/** As much of a document as is used here; the server's types know no browser. */
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

/** What stands before the body, whether the page says so or not. */
const OF_THE_HEAD: ReadonlySet<string> = new Set(['TITLE', 'META', 'LINK', 'STYLE', 'SCRIPT', 'BASE']);

export const isElement = (node: PageNode): node is PageElement => node.nodeType === ELEMENT;
export const isText = (node: PageNode): boolean => node.nodeType === TEXT;

/** Makes a document of a page that was checked. The parser adds nothing that was left out, which is allowed of html, head and body. */
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

// linkedom's own types name those of a browser.
function parse(html: string): PageDocument {
  return (parseHTML(html) as unknown as { document: PageDocument }).document;
}
