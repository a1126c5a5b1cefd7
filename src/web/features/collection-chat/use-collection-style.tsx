import { useMemo } from 'react';
import type { CollectionMessage } from '#contract/collection-chat.ts';
import { ArticleId, TranscriptId } from '#contract/ids.ts';
import { formatMoment } from '#domain/citation-marks.ts';
import type { ChatStyle } from '#web/conversation/chat.ts';
import { isUnsent } from '#web/conversation/conversation.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ArticleCitationLink } from './article-citation.tsx';
import type { OpenArticle } from './cited-article.ts';
import { articleOf, isOutdated, spellMessage, transcriptTitleOf } from './messages.ts';
import { ReadNote } from './read-note.tsx';
import { TranscriptCitationLink } from './transcript-citation.tsx';

/** The words in which conversations about different collections differ. */
export interface CollectionWords {
  placeholder: string;
  nothingYet: { title: string; hint: string };
  logClass: string;
  /** Said of a cited transcript, or article, that is not there any more. */
  transcriptGone: string;
  articleGone: string;
  /** Whether several people ask, so that each question says whose it is. */
  isShared: boolean;
}

const HINT = 'Answers cite the moments and passages they are based on.';

export const OF_PROJECT: CollectionWords = {
  placeholder: 'Ask about this project…',
  nothingYet: { title: 'Ask about everything in this project', hint: HINT },
  logClass: 'max-h-[min(36rem,70dvh)]',
  transcriptGone: 'no longer in this project',
  articleGone: 'article deleted since',
  isShared: true,
};

export const OF_LIBRARY: CollectionWords = {
  placeholder: 'Ask about your library…',
  nothingYet: { title: 'Ask about everything in your library', hint: HINT },
  logClass: 'max-h-[max(18rem,calc(100dvh-24rem))]',
  transcriptGone: 'no longer in your library',
  articleGone: 'no longer in your projects',
  isShared: false,
};

/** The texts and renderers of a conversation about a collection. Both arguments have to stay the same. */
export function useCollectionStyle(
  words: CollectionWords,
  onOpenArticle: OpenArticle,
): ChatStyle<CollectionMessage> {
  return useMemo(
    () => ({
      placeholder: words.placeholder,
      nothingYet: words.nothingYet,
      thinking: 'AI is thinking...',
      logClass: words.logClass,
      copyFailure: { title: 'Error', description: 'Failed to copy message' },
      renderMark: (mark, message) => {
        if (mark.kind === 'article') {
          const id = ArticleId.parse(mark.articleId);
          const title = articleOf(message, id)?.articleTitle ?? null;
          const { quote } = mark;
          return (
            <ArticleCitationLink
              quote={quote}
              title={title}
              goneNote={words.articleGone}
              onOpen={(from) => title !== null && onOpenArticle({ id, title, quote }, from)}
            />
          );
        }
        const { seconds } = mark;
        // A mark without a transcript is no link.
        if (mark.transcriptId === null) return `(${formatMoment(seconds)})`;
        const transcriptId = TranscriptId.parse(mark.transcriptId);
        return (
          <TranscriptCitationLink
            transcriptId={transcriptId}
            seconds={seconds}
            title={transcriptTitleOf(message, transcriptId)}
            goneNote={words.transcriptGone}
            isOutdated={isOutdated(message, transcriptId, seconds)}
          />
        );
      },
      spell: spellMessage,
      renderNote: (message, isSending) =>
        isSending ? (
          'Sending...'
        ) : (
          <>
            <Note message={message} isShared={words.isShared} />
            {message.read && <ReadNote read={message.read} onOpenArticle={onOpenArticle} />}
          </>
        ),
      nameAsker: ({ askedBy }) => (askedBy === null || !words.isShared ? 'Question' : `${askedBy} asked`),
    }),
    [words, onOpenArticle],
  );
}

/** The time of a message and, for a question that several people can read, who asked it. */
function Note({ message, isShared }: { message: CollectionMessage; isShared: boolean }) {
  const { role, askedBy, timestamp } = message;
  const asker = isShared && role === 'user' && !isUnsent(message) ? (askedBy ?? 'Former member') : null;
  return (
    <span className="tabular-nums">
      {asker !== null && (
        <>
          <span dir="auto">{asker}</span>
          {' · '}
        </>
      )}
      <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
    </span>
  );
}
