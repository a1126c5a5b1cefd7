import { sameAddress } from './article-address.ts';
import { type LinkedNode, nodesUnder } from './linked-data.ts';
import type { PageDocument, PageElement } from './page-document.ts';
import { isHidden, pageParagraphs } from './paragraphs.ts';

const ARTICLES =
  /(?:article|posting|report|webpage|creativework|book|chapter|episode|review|howto|recipe|analysis|opinion)/i;

/** Whether a page declares that it is not free to read: in JSON-LD, for the page itself or a part of it, or in its metadata. */
export function declaresPaywall(
  document: PageDocument,
  linked: readonly LinkedNode[],
  address: string,
): boolean {
  const flagged = aboutThisPage(linked.filter(isArticle), document, address);
  if (flagged.some((node) => isFree(node) === false || hasClosedPart(node, document))) return true;
  if (document.querySelector('meta[property="article:content_tier"][content="locked"]')) return true;
  const mark = document.querySelector('[itemprop="isAccessibleForFree"]');
  return mark !== null && isNo(mark.getAttribute('content') ?? mark.textContent);
}

function isArticle(node: LinkedNode): boolean {
  const types = [node['@type']].flat().filter((type) => typeof type === 'string');
  return types.length === 0 || types.some((type) => ARTICLES.test(type));
}

/** A page may describe others, too (a list of news): nodes with another address are ignored if one has this address. */
function aboutThisPage(
  nodes: readonly LinkedNode[],
  document: PageDocument,
  address: string,
): readonly LinkedNode[] {
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute('href');
  const own = new Set([address, canonical].flatMap((each) => comparable(each, address)));
  const named = nodes.filter((node) => addressesOf(node, address).some((each) => own.has(each)));
  if (named.length === 0) return nodes;
  return nodes.filter((node) => named.includes(node) || addressesOf(node, address).length === 0);
}

function addressesOf(node: LinkedNode, base: string): string[] {
  const page = nodesUnder(node, 'mainEntityOfPage').flatMap((each) => [each['@id'], each.url]);
  return [node.url, node['@id'], node.mainEntityOfPage, ...page].flatMap((each) =>
    typeof each === 'string' ? comparable(each, base) : [],
  );
}

function comparable(address: string | null | undefined, base: string): string[] {
  if (!address || !URL.canParse(address, base)) return [];
  const url = new URL(address, base);
  return url.protocol.startsWith('http') ? [sameAddress(url)] : [];
}

function isFree(node: LinkedNode): boolean | undefined {
  const said = node.isAccessibleForFree ?? node['schema:isAccessibleForFree'];
  return said === undefined || said === null ? undefined : !isNo(said);
}

/** false, 'False', 'http://schema.org/False', 'no', 0, or one of these in a list. */
function isNo(said: unknown): boolean {
  if (Array.isArray(said)) return said.some(isNo);
  if (typeof said === 'object' && said !== null) return '@value' in said && isNo(said['@value']);
  return (
    said === false || said === 0 || /^(?:https?:\/\/schema\.org\/)?(?:false|no|0)$/i.test(String(said).trim())
  );
}

/** A part that is not free counts if the page does not declare itself free, or if the part is present. */
function hasClosedPart(node: LinkedNode, document: PageDocument): boolean {
  const closed = nodesUnder(node, 'hasPart').filter((part) => isFree(part) === false);
  if (closed.length === 0) return false;
  if (isFree(node) !== true) return true;
  return closed
    .flatMap((part) => [part.cssSelector].flat())
    .some((selector) => typeof selector === 'string' && isThere(selector, document));
}

function isThere(selector: string, document: PageDocument): boolean {
  // A stranger's selector: only simple ones are evaluated.
  return /^[\w-]*(?:[.#][\w-]+)+$/.test(selector.trim()) && document.querySelector(selector.trim()) !== null;
}

/** Class names of elements at the point where the text ends. */
const PAYWALL_NAMES =
  /(?<!no-?|not-?|without-?|free-?)(?:pay-?wall|reg-?wall)|subscri(?:ber|ption)s?-?(?:only|wall|gate|required)|(?:premium|content|article|metering|registration)-?(?:wall|gate)\b/i;
const ABOUT_MEMBERSHIP =
  /subscri|abonn|suscri|assin|member|mitglied|lid worden|購読|会員|订阅|訂閱|구독|подпис/i;
/**
 * Phrases at the point where the text ends. A page that mentions subscriptions in a sentence of its text has longer paragraphs.
 */
const PAYWALL_WORDS = [
  /\b(?:subscribe|sign up|register|log ?in|sign in|join|upgrade|become an? (?:\w+ )?(?:member|subscriber))\b.{0,30}\bto (?:continue|keep|finish) reading/i,
  /\bto (?:continue|keep|finish) reading\b.{0,40}\b(?:subscribe|sign up|register|log ?in|sign in|account|subscription|membership)\b/i,
  /\b(?:subscribe|sign up|register|log ?in|join)\b.{0,30}\bto (?:read|unlock|access|view|get) (?:the |this )?(?:full|rest|whole|entire|complete|article|story|post)/i,
  /\b(?:article|story|post|content) is (?:only |exclusively )?(?:available |reserved )?(?:only )?(?:for|to) (?:our |paying |paid |premium )*(?:subscribers|members)/i,
  /\bsubscriber[- ](?:only|exclusive) (?:article|story|content|post)|\bexclusively for (?:our )?subscribers/i,
  /\byou(?:['’]ve| have) (?:read|reached|used).{0,30}\bfree (?:articles?|stories|limit)/i,
  /\bunlock (?:this|the full) (?:article|story|post)/i,
  /nur für (?:\S+ )?(?:abonnent|mitglied)|(?:jetzt|hier) (?:abonnieren|testen).{0,30}weiterlesen|weiterlesen mit|mit .{1,20} weiterlesen/i,
  /réservé(?:e|s|es)? (?:aux|à nos) abonnés|il vous reste .{0,12}% de cet article|abonnez-vous pour (?:lire|continuer|accéder)/i,
  /suscr[ií]b(?:ete|ase).{0,20}para (?:seguir|continuar|leer)|(?:solo|exclusivo) para suscriptores/i,
  /riservat[oa] agli abbonati|abbonati per (?:continuare|leggere)|(?:exclusivo para|só para) assinantes|assine para (?:continuar|ler)/i,
  /alleen voor abonnees|abonneer.{0,20}(?:verder|lezen)|bara för prenumeranter|только для подписчиков/i,
  /有料会員限定|会員限定記事|続きを読むには|订阅.{0,6}(?:继续|全文|阅读)|付费.{0,4}(?:阅读|文章)|유료 회원|구독자 전용/,
];
const SHORT_WORDS = 160;

/** Whether a page with little text shows a paywall where the rest would be. */
export function showsPaywall(document: PageDocument): boolean {
  for (const text of shortTexts(document)) if (PAYWALL_WORDS.some((words) => words.test(text))) return true;
  for (const element of document.body.querySelectorAll('[class],[id]')) {
    if (!PAYWALL_NAMES.test(`${element.getAttribute('class') ?? ''} ${element.id}`) || isOutOfSight(element))
      continue;
    if (ABOUT_MEMBERSHIP.test(element.textContent ?? '')) return true;
  }
  return false;
}

/** Whether a page asks for a password where its text would be; a sign-in menu does not count. */
export function asksForPassword(document: PageDocument): boolean {
  for (const field of document.querySelectorAll('input')) {
    if (/^\s*password\s*$/i.test(field.getAttribute('type') ?? '') && !isOutOfSight(field)) return true;
  }
  return false;
}

/** Headings, buttons and short lines: the same words within a longer paragraph are part of its text. */
function shortTexts(document: PageDocument): string[] {
  const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent ?? '');
  return [...pageParagraphs(document.body), ...buttons].filter((text) => text.length <= SHORT_WORDS);
}

const MENUS: ReadonlySet<string> = new Set([
  'HEADER',
  'NAV',
  'FOOTER',
  'DIALOG',
  'TEMPLATE',
  'NOSCRIPT',
  'SCRIPT',
]);

function isOutOfSight(element: PageElement): boolean {
  for (let at: PageElement | null = element; at; at = at.parentElement) {
    if (MENUS.has(at.tagName) || isHidden(at)) return true;
    if (/\b(?:modal|popup|dropdown|offcanvas|dialog)\b/i.test(at.getAttribute('class') ?? '')) return true;
  }
  return false;
}
