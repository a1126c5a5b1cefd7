import { Readability } from '@mozilla/readability';
import { MAX_ARTICLE_LENGTH } from '#contract/limits.ts';
import { type ArticleText, makeArticleText } from '#domain/article-text.ts';
import { isSignInAddress } from './article-address.ts';
import { checkMarkup } from './check-markup.ts';
import type { PageAnswer, PageRefusal } from './page.ts';
import { type PageDocument, parsePage } from './page-document.ts';
import { authorOf, hostOf, readFacts, shortLine } from './page-facts.ts';
import { paragraphsOf } from './paragraphs.ts';
import { asksForPassword, declaresPaywall, showsPaywall } from './paywall-detection.ts';

/** A page with less text than this has none; Chinese says a paragraph in it. */
const FEWEST_CHARACTERS = 50;
/** A page with a field for a password and less text than this is where people sign in. */
const LITTLE_CHARACTERS = 600;
/** What is shown before a wall is shorter than this. */
const TEASER_CHARACTERS = 1500;

/** Takes the article out of a page: its text without anything that could act, and what it says of itself. Or says why there is none. */
export function readPage(html: string, { address, asked }: { address: string; asked: string }): PageAnswer {
  const markup = checkMarkup(html);
  if (!markup) return { refusal: 'article_too_large' };
  const document = parsePage(html, markup);
  const facts = readFacts(document, address);
  if (declaresPaywall(document, facts.linked, address)) return { refusal: 'article_paywall' };
  const signs = { asksForPassword: asksForPassword(document), showsPaywall: showsPaywall(document) };

  // The document is of linkedom, which the reader works on as on a browser's.
  const reader = new Readability<PageDocument>(document as never, { serializer: (node) => node as never });
  const found = reader.parse();
  const text = makeArticleText(found?.content ? paragraphsOf(found.content) : [], MAX_ARTICLE_LENGTH);
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

/** 'Depth | The Paper' is called 'Depth'. */
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
