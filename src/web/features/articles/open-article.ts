import type { ArticleId } from '#contract/ids.ts';

/** The article that is open. */
export interface OpenedArticle {
  id: ArticleId;
  /** The title, if known before the article is loaded. */
  title: string | null;
  /** The passage to scroll to; null for the beginning. */
  quote: string | null;
}
