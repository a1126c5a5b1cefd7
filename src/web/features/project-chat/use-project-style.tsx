import { useMemo } from 'react';
import { ArticleId, TranscriptId } from '#contract/ids.ts';
import type { ProjectMessage } from '#contract/project-chat.ts';
import { formatMoment } from '#domain/citation-marks.ts';
import type { ChatStyle } from '#web/conversation/chat.ts';
import { isUnsent } from '#web/conversation/conversation.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ArticleCitationLink } from './article-citation.tsx';
import { articleOf, isOutdated, spellMessage, transcriptTitleOf } from './messages.ts';
import { TranscriptCitationLink } from './transcript-citation.tsx';

/** A cited passage of an article. */
export interface CitedArticle {
  id: ArticleId;
  title: string;
  quote: string;
}

/** Shows a cited passage; `from` is the button that was clicked. */
export type OpenArticle = (cited: CitedArticle, from: HTMLElement) => void;

/** The texts and renderers of a conversation about a project. `onOpenArticle` has to be a stable function. */
export function useProjectStyle(onOpenArticle: OpenArticle): ChatStyle<ProjectMessage> {
  return useMemo(
    () => ({
      placeholder: 'Ask about this project…',
      nothingYet: {
        title: 'Ask about everything in this project',
        hint: 'Answers cite the moments and passages they are based on.',
      },
      thinking: 'AI is thinking...',
      logClass: 'max-h-[min(36rem,70dvh)]',
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
            isOutdated={isOutdated(message, transcriptId, seconds)}
          />
        );
      },
      spell: spellMessage,
      renderNote: (message, isSending) => (isSending ? 'Sending...' : <Note message={message} />),
      nameAsker: ({ askedBy }) => (askedBy === null ? 'Question' : `${askedBy} asked`),
    }),
    [onOpenArticle],
  );
}

/** The time of a message and, for a question, who asked it. */
function Note({ message }: { message: ProjectMessage }) {
  const { role, askedBy, timestamp } = message;
  const asker = role === 'user' && !isUnsent(message) ? (askedBy ?? 'Former member') : null;
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
