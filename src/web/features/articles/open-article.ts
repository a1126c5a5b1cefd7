import type { ArticleId } from '#contract/ids.ts';

/** What is being read. */
export interface OpenedArticle {
  id: ArticleId;
  /** As far as it is known before the article is there. */
  title: string | null;
  /** The passage to show; null: from the beginning. */
  quote: string | null;
}
