import { isElement, isText, type PageNode } from './page-document.ts';

/** Elements that begin and end a paragraph. */
const BLOCKS: ReadonlySet<string> = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HGROUP HR LI MAIN NAV OL P PRE
  SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL`.split(/\s+/),
);
/** Elements that say nothing to a reader, or are not part of the text. */
const SILENT: ReadonlySet<string> = new Set(
  `AUDIO BUTTON CANVAS DATALIST EMBED HEAD IFRAME INPUT LINK META NOSCRIPT OBJECT OPTION PROGRESS SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA TITLE
  VIDEO`.split(/\s+/),
);

/**
 * The paragraphs of part of a page, as a reader sees them: headings, list items and table rows are paragraphs of their own, links
 * are reduced to their text.
 */
export function pageParagraphs(root: PageNode): string[] {
  const paragraphs: string[] = [];
  let open = '';
  const close = () => {
    if (open.trim() !== '') paragraphs.push(open);
    open = '';
  };
  const visit = (node: PageNode, isPre: boolean) => {
    if (isText(node)) {
      const text = node.textContent ?? '';
      open += isPre ? text : text.replaceAll(/\s+/g, ' ');
      return;
    }
    if (!isElement(node) || SILENT.has(node.tagName) || isHidden(node)) return;
    if (node.tagName === 'BR') {
      if (/\n\s*$/.test(open)) close();
      else open += '\n';
    }
    // Separates the cells of a row.
    if ((node.tagName === 'TD' || node.tagName === 'TH') && open.trim() !== '') open += ' | ';
    const isBlock = BLOCKS.has(node.tagName);
    if (isBlock) close();
    for (const child of node.childNodes) visit(child, isPre || node.tagName === 'PRE');
    if (isBlock) close();
  };
  visit(root, false);
  close();
  return paragraphs;
}

/** Whether an element declares itself hidden. */
export function isHidden(node: {
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
}) {
  return (
    node.hasAttribute('hidden') ||
    node.getAttribute('aria-hidden') === 'true' ||
    /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(node.getAttribute('style') ?? '')
  );
}
