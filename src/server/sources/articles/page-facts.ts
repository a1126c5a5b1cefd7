import { beginningOf, cleanLine } from '#domain/article-text.ts';
import { readPublishedDate } from '#domain/published-date.ts';
import { type LinkedNode, linkedData, textUnder } from './linked-data.ts';
import type { PageDocument } from './page-document.ts';

/** A page's metadata. */
export interface PageFacts {
  linked: LinkedNode[];
  title: string;
  publication: string | null;
  publishedDate: string | null;
}

const PUBLICATION = ['og:site_name', 'citation_journal_title', 'dc.publisher', 'application-name'];
const PUBLISHED = [
  'article:published_time',
  'og:article:published_time',
  'citation_publication_date',
  'citation_date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.date',
  'datepublished',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publish-date',
  'date',
];
const PUBLISHED_MARKS = [
  '[itemprop="datePublished"]',
  'time[pubdate]',
  'article time[datetime]',
  'header time[datetime]',
];
const MAX_FACT_LENGTH = 300;

/** Reads a page's metadata; call it before extracting the text, which changes the document. */
export function readFacts(document: PageDocument, address: string): PageFacts {
  const linked = linkedData(document);
  const metas = metasOf(document);
  const firstOf = (names: readonly string[]) => names.map((name) => metas.get(name)).find(Boolean);
  const said = linked
    .map((node) => textUnder(node, 'publisher') ?? textUnder(node, 'isPartOf'))
    .find(Boolean);
  const title =
    metas.get('og:title') ?? document.title ?? document.querySelector('title')?.textContent ?? undefined;
  return {
    linked,
    title: shortLine(title || document.querySelector('h1')?.textContent) ?? '',
    publication: shortLine(firstOf(PUBLICATION) ?? said) ?? hostOf(address),
    publishedDate: publishedDate(document, [
      ...linked.map((node) => textUnder(node, 'datePublished')),
      ...PUBLISHED.map((name) => metas.get(name)),
    ]),
  };
}

/** A text on one line, cut to a reasonable length; null if it is empty. */
export function shortLine(text: string | null | undefined): string | null {
  return text ? beginningOf(text, MAX_FACT_LENGTH) || null : null;
}

/** The author: without 'By', and never an address. */
export function authorOf(byline: string | null | undefined): string | null {
  const name = cleanLine(byline ?? '').replace(/^(?:written )?(?:by|von|par|por|di|door)\s*:?\s+/i, '');
  return name === '' || name.length > MAX_FACT_LENGTH || /^https?:|^\W*$/.test(name) ? null : name;
}

function metasOf(document: PageDocument): Map<string, string> {
  const metas = new Map<string, string>();
  for (const meta of document.querySelectorAll('meta')) {
    const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? meta.getAttribute('itemprop');
    const content = meta.getAttribute('content')?.trim();
    if (name && content && !metas.has(name.toLowerCase())) metas.set(name.toLowerCase(), content);
  }
  return metas;
}

function publishedDate(document: PageDocument, said: readonly (string | undefined)[]): string | null {
  for (const text of said) {
    const date = text && readPublishedDate(text);
    if (date) return date;
  }
  for (const mark of PUBLISHED_MARKS) {
    const element = document.querySelector(mark);
    const text =
      element?.getAttribute('datetime') ?? element?.getAttribute('content') ?? element?.textContent;
    const date = text && readPublishedDate(text);
    if (date) return date;
  }
  return null;
}

/** The name of a site that does not state one. */
export function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}
