import { z } from 'zod';

/** The text of an article and its passages, as domain/article-text.ts makes it. */
export const ArticleTextMessage = z.object({
  content: z.string(),
  wordCount: z.int(),
  passages: z.array(z.object({ start: z.int(), end: z.int(), normalized: z.string() })),
});

/** What is found on a web page. */
export const WebArticle = z.object({
  title: z.string(),
  author: z.string().nullable(),
  publication: z.string().nullable(),
  publishedDate: z.string().nullable(),
  excerpt: z.string().nullable(),
  text: ArticleTextMessage,
});
export type WebArticle = z.infer<typeof WebArticle>;

/** What the process that reads pages is told. */
export const PageTask = z.object({
  bytes: z.instanceof(Uint8Array),
  contentType: z.string(),
  /** Where the page was found, and the address that was asked for. */
  address: z.string(),
  asked: z.string(),
});
export type PageTask = z.infer<typeof PageTask>;

/** Why a page is no article that can be had. */
export const PageRefusal = z.enum([
  'article_paywall',
  'article_login',
  'article_no_text',
  'article_too_large',
]);
export type PageRefusal = z.infer<typeof PageRefusal>;

/** What it answers; a failure is in words for the log. */
export const PageAnswer = z.union([
  z.object({ article: WebArticle }),
  z.object({ refusal: PageRefusal }),
  z.object({ failure: z.string() }),
]);
export type PageAnswer = z.infer<typeof PageAnswer>;
