import type { OutputOf } from '#contract/endpoint.ts';
import type { ArticleId } from '#contract/ids.ts';
import type { FoundArticle, searchProject } from '#contract/search.ts';
import { formatCount } from '#web/lib/format.ts';
import { HighlightedText } from '#web/ui/highlighted-text.tsx';
import { MoreMatch } from './search-results.tsx';

/** Opens an article at a quote, null for its beginning; `from` is the button that was clicked. */
export type OpenFoundArticle = (
  article: { id: ArticleId; title: string; quote: string | null },
  from: HTMLElement,
) => void;

interface ArticlesFoundProps {
  answer: OutputOf<typeof searchProject>;
  onOpen: OpenFoundArticle;
}

/** The matching articles, with their first matches as links. */
export function ArticlesFound({ answer: { query, articles, totalArticles }, onOpen }: ArticlesFoundProps) {
  const hidden = totalArticles - articles.length;
  return (
    <div className="border-t">
      <p role="status" className="px-5 pt-3 text-xs text-quiet">
        {formatCount(totalArticles, 'article')}
      </p>
      <ul className="max-h-[32rem] divide-y overflow-y-auto">
        {articles.map((article) => (
          <FoundArticleItem key={article.articleId} article={article} query={query} onOpen={onOpen} />
        ))}
      </ul>
      {hidden > 0 && <MoreMatch count={hidden} one="older article" />}
    </div>
  );
}

function FoundArticleItem({
  article: { articleId, title, matchCount, matches },
  query,
  onOpen,
}: {
  article: FoundArticle;
  query: string;
  onOpen: OpenFoundArticle;
}) {
  const more = matchCount - matches.length;
  return (
    <li className="px-3 py-3">
      <button
        type="button"
        dir="auto"
        onClick={(event) => onOpen({ id: articleId, title, quote: null }, event.currentTarget)}
        className="w-full rounded-md px-2 text-start font-semibold wrap-anywhere hover:text-brand-ink"
      >
        <HighlightedText text={title} query={query} />
      </button>
      <p className="mt-1 px-2 text-xs text-quiet">{formatCount(matchCount, 'match', 'matches')}</p>
      <ul className="mt-1.5">
        {matches.map(({ context, quote }, index) => (
          <li key={`${quote} ${index.toString()}`}>
            <button
              type="button"
              dir="auto"
              onClick={(event) => onOpen({ id: articleId, title, quote }, event.currentTarget)}
              className="block w-full rounded-md px-2 py-1.5 text-start text-sm wrap-anywhere transition-colors hover:bg-sunken"
            >
              <HighlightedText text={context} query={query} />
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && matches.length > 0 && (
        <p className="mt-1 px-2 text-xs text-quiet">{`+${more} more ${more === 1 ? 'match' : 'matches'}`}</p>
      )}
    </li>
  );
}
