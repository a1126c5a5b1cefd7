import type { ArticleId } from '#contract/ids.ts';

/** An article to be read: at a cited passage, or from its beginning. */
export interface CitedArticle {
  id: ArticleId;
  title: string;
  quote: string | null;
}

/** Shows an article; `from` is the button that was clicked. */
export type OpenArticle = (cited: CitedArticle, from: HTMLElement) => void;
