import { AudioLines } from 'lucide-react';
import { Link } from 'wouter';
import { ChatBox } from '#web/conversation/chat-box.tsx';
import { ClearConversationButton } from '#web/conversation/clear-conversation-button.tsx';
import { ConversationGate } from '#web/conversation/conversation-gate.tsx';
import { WhoAnswers } from '#web/conversation/who-answers.tsx';
import { formatCount } from '#web/lib/format.ts';
import { HOME_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import type { OpenArticle } from './cited-article.ts';
import { useLibraryChat } from './use-collection-chat.ts';
import { OF_LIBRARY, useCollectionStyle } from './use-collection-style.tsx';

interface LibraryChatProps {
  /** A question that is ready to be sent. */
  question: string;
  /** Has to be a stable function. */
  onOpenArticle: OpenArticle;
}

/** The person's conversation about everything in their library and projects. */
export function LibraryChat({ question, onOpenArticle }: LibraryChatProps) {
  const { conversation, chat, clear } = useLibraryChat();
  const { data } = conversation;
  const style = useCollectionStyle(OF_LIBRARY, onOpenArticle);
  const hasHistory = chat.messages.length > 0;
  if (data && !hasHistory && data.sources.transcripts + data.sources.articles === 0) return <NothingToAsk />;
  return (
    <Card aria-labelledby="ask-title">
      <ConversationGate conversation={conversation}>
        <ChatBox
          chat={chat}
          style={style}
          initialText={question}
          // A question from elsewhere does not replace one that is being typed, nor the other way round.
          draft={`question about the library ${question}`}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs/5 text-quiet">
            <WhoAnswers
              answersBy={chat.answersBy}
              sources="moments and passages"
              quoted="your transcripts and articles"
              canAddKey
            />
            {data && <span>{sayThere(data.sources)} to ask about</span>}
            {hasHistory && (
              <ClearConversationButton
                description="All your questions about your library, and their answers, will be permanently deleted."
                onClear={clear}
              />
            )}
          </div>
        </ChatBox>
      </ConversationGate>
    </Card>
  );
}

function sayThere({ transcripts, articles }: { transcripts: number; articles: number }): string {
  const there = [formatCount(transcripts, 'transcript')];
  if (articles > 0) there.push(formatCount(articles, 'article'));
  return there.join(' and ');
}

function NothingToAsk() {
  return (
    <Card>
      <EmptyState icon={<AudioLines />} title="Nothing to ask about yet">
        <p>Transcribe a recording first. Then ask about it here, and about all the others together.</p>
        <Button asChild className="mt-4">
          <Link href={HOME_PATH}>Transcribe a recording</Link>
        </Button>
      </EmptyState>
    </Card>
  );
}
