import { z } from 'zod';

/** The text of an article and its passages, as made by domain/article-text.ts. */
export const ArticleTextMessage = z.object({
  content: z.string(),
  wordCount: z.int(),
  passages: z.array(z.object({ start: z.int(), end: z.int(), normalized: z.string() })),
});

/** What is extracted from a web page. */
export const WebArticle = z.object({
  title: z.string(),
  author: z.string().nullable(),
  publication: z.string().nullable(),
  publishedDate: z.string().nullable(),
  excerpt: z.string().nullable(),
  text: ArticleTextMessage,
});
export type WebArticle = z.infer<typeof WebArticle>;

/** The task of the process that reads pages. */
export const PageTask = z.object({
  bytes: z.instanceof(Uint8Array),
  contentType: z.string(),
  /** The page's address after redirects, and the one that was requested. */
  address: z.string(),
  asked: z.string(),
});
export type PageTask = z.infer<typeof PageTask>;

/** Why a page does not yield an article. */
export const PageRefusal = z.enum([
  'article_paywall',
  'article_login',
  'article_no_text',
  'article_too_large',
]);
export type PageRefusal = z.infer<typeof PageRefusal>;

/** The reply; a failure's text is for the log. */
export const PageAnswer = z.union([
  z.object({ article: WebArticle }),
  z.object({ refusal: PageRefusal }),
  z.object({ failure: z.string() }),
]);
export type PageAnswer = z.infer<typeof PageAnswer>;
