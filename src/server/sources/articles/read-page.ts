import { Readability } from '@mozilla/readability';
import { MAX_ARTICLE_LENGTH } from '#contract/limits.ts';
import { type ArticleText, makeArticleText } from '#domain/article-text.ts';
import { isSignInAddress } from './article-address.ts';
import { checkMarkup } from './check-markup.ts';
import type { PageAnswer, PageRefusal } from './page.ts';
import { type PageDocument, parsePage } from './page-document.ts';
import { authorOf, hostOf, readFacts, shortLine } from './page-facts.ts';
import { pageParagraphs } from './paragraphs.ts';
import { asksForPassword, declaresPaywall, showsPaywall } from './paywall-detection.ts';

/** A page with less text than this has no article; in Chinese this is a paragraph. */
const FEWEST_CHARACTERS = 50;
/** A page with a password field and less text than this is a sign-in page. */
const LITTLE_CHARACTERS = 600;
/** A teaser before a paywall is shorter than this. */
const TEASER_CHARACTERS = 1500;

/** Extracts the article from a page: its text without anything active, and its metadata. Otherwise returns why there is none. */
export function readPage(html: string, { address, asked }: { address: string; asked: string }): PageAnswer {
  const markup = checkMarkup(html);
  if (!markup) return { refusal: 'article_too_large' };
  const document = parsePage(html, markup);
  const facts = readFacts(document, address);
  if (declaresPaywall(document, facts.linked, address)) return { refusal: 'article_paywall' };
  const signs = { asksForPassword: asksForPassword(document), showsPaywall: showsPaywall(document) };

  // linkedom's document works for the reader like a browser's.
  const reader = new Readability<PageDocument>(document as never, { serializer: (node) => node as never });
  const found = reader.parse();
  const text = makeArticleText(found?.content ? pageParagraphs(found.content) : [], MAX_ARTICLE_LENGTH);
  if (!text) return { refusal: 'article_too_large' };
  const refusal = refusalOf(text, {
    ...signs,
    isSignIn: isSignInAddress(address) && !isSignInAddress(asked),
  });
  if (refusal) return { refusal };
  return {
    article: {
      title: withoutPublication(shortLine(found?.title) ?? facts.title, facts.publication) || hostOf(address),
      author: authorOf(found?.byline),
      publication: facts.publication,
      publishedDate: facts.publishedDate,
      excerpt: shortLine(found?.excerpt) ?? shortLine(text.content),
      text,
    },
  };
}

/** 'Depth | The Paper' becomes 'Depth'. */
function withoutPublication(title: string, publication: string | null): string {
  const match = publication === null ? null : /^(.+?)\s+[|\-–—·:»]\s+([^|]+)$/.exec(title);
  return match?.[1] && match[2]?.toLowerCase() === publication?.toLowerCase() ? match[1] : title;
}

function refusalOf(
  { content }: ArticleText,
  signs: { asksForPassword: boolean; showsPaywall: boolean; isSignIn: boolean },
): PageRefusal | null {
  if (content.length >= TEASER_CHARACTERS) return null;
  if (signs.isSignIn) return 'article_login';
  if (signs.asksForPassword && content.length < LITTLE_CHARACTERS) return 'article_login';
  if (signs.showsPaywall) return 'article_paywall';
  return content.length < FEWEST_CHARACTERS ? 'article_no_text' : null;
}
