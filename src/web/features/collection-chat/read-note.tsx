import { ChevronRight } from 'lucide-react';
import type { ReadSources } from '#contract/collection-chat.ts';
import { formatCount } from '#web/lib/format.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import type { OpenArticle } from './cited-article.ts';

interface ReadNoteProps {
  read: ReadSources;
  onOpenArticle: OpenArticle;
}

/** How much was read for an answer and, unfolded, which transcripts and articles. */
export function ReadNote({ read, onOpenArticle }: ReadNoteProps) {
  const { transcripts, articles, count } = read;
  const more = count.transcripts + count.articles - transcripts.length - articles.length;
  return (
    <details className="group open:basis-full">
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-3.5 transition-transform group-open:rotate-90 rtl:-scale-x-100"
          aria-hidden="true"
        />
        {sayRead(read)}
      </summary>
      <ul className="mt-1 mb-1.5 columns-1 gap-x-6 ps-4.5 sm:columns-2">
        {transcripts.map(({ transcriptId, transcriptTitle }) => (
          <li key={`t${transcriptId}`} className="truncate">
            {transcriptTitle === null ? (
              GONE
            ) : (
              <a
                href={transcriptPath(transcriptId)}
                target="_blank"
                rel="noopener"
                dir="auto"
                aria-label={`${transcriptTitle}, opens in a new tab`}
                className={LINK_CLASS}
              >
                {transcriptTitle}
              </a>
            )}
          </li>
        ))}
        {articles.map(({ articleId, articleTitle }) => (
          <li key={`a${articleId}`} className="truncate">
            {articleTitle === null ? (
              GONE
            ) : (
              <button
                type="button"
                dir="auto"
                className={`${LINK_CLASS} max-w-full truncate`}
                onClick={(event) =>
                  onOpenArticle({ id: articleId, title: articleTitle, quote: null }, event.currentTarget)
                }
              >
                {articleTitle}
              </button>
            )}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more, 'other')}</li>}
      </ul>
    </details>
  );
}

const GONE = 'Not there any more';
const LINK_CLASS = 'underline-offset-2 hover:text-ink hover:underline';

/** 'Read 3 of 140 transcripts and both articles' in plain counts. */
export function sayRead({ count, outOf }: Pick<ReadSources, 'count' | 'outOf'>): string {
  const parts = [
    ...(outOf.transcripts > 0 ? [sayPart(count.transcripts, outOf.transcripts, 'transcript')] : []),
    ...(outOf.articles > 0 ? [sayPart(count.articles, outOf.articles, 'article')] : []),
  ];
  return `Read ${parts.join(' and ')}`;
}

function sayPart(count: number, outOf: number, one: string): string {
  if (count === outOf) return outOf === 1 ? `the ${one}` : `all ${formatCount(outOf, one)}`;
  return `${count.toLocaleString('en')} of ${formatCount(outOf, one)}`;
}
