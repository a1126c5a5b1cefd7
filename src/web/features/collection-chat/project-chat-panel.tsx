import { ChevronUp, FileText, MessagesSquare, Newspaper } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Project } from '#contract/projects.ts';
import { ChatBox } from '#web/conversation/chat-box.tsx';
import { ClearConversationButton } from '#web/conversation/clear-conversation-button.tsx';
import { ConversationGate } from '#web/conversation/conversation-gate.tsx';
import { WhoAnswers } from '#web/conversation/who-answers.tsx';
import { useKeptFocus } from '#web/lib/focus.ts';
import { formatCount } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { OpenArticle } from './cited-article.ts';
import { TranscriptTitles } from './transcript-titles.tsx';
import { useProjectChat } from './use-collection-chat.ts';
import { OF_PROJECT, useCollectionStyle } from './use-collection-style.tsx';

export interface ProjectChatProps {
  project: Project;
  /** The titles of its transcripts; empty until loaded. */
  titles: readonly string[];
  /** Has to be a stable function. */
  onOpenArticle: OpenArticle;
}

const READ_ONLY =
  'You can read this conversation. Only the owner and editors of the project can ask questions: its owner can change your role.';

/** The conversation about a project, closed until somebody opens it or there are messages in it. */
export function ProjectChatPanel({ project, titles, onOpenArticle }: ProjectChatProps) {
  const { conversation, chat, clear } = useProjectChat(project);
  const style = useCollectionStyle(OF_PROJECT, onOpenArticle);
  const [chosen, setChosen] = useState<'open' | 'closed' | null>(null);
  const hasHistory = chat.messages.length > 0;
  const isOpen = chosen === null ? hasHistory || conversation.isError : chosen === 'open';
  const card = useRef<HTMLElement>(null);
  // The button that was clicked disappears.
  useKeptFocus(card, chosen, firstControl);
  return (
    <Card ref={card} aria-labelledby="project-chat-title">
      <header className="space-y-3 px-5 py-4 sm:px-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <MessagesSquare className="size-5 shrink-0 text-quiet" aria-hidden="true" />
          <h2 id="project-chat-title" className="text-lg font-semibold">
            AI Chat
          </h2>
          <p className="flex flex-wrap gap-1.5 max-sm:order-last max-sm:basis-full">
            <Badge>
              <FileText aria-hidden="true" />
              {formatCount(project.transcriptCount, 'transcript')}
            </Badge>
            <Badge>
              <Newspaper aria-hidden="true" />
              {formatCount(project.articleCount, 'article')}
            </Badge>
          </p>
          <span className="ml-auto">
            {isOpen ? (
              <Button key="minimize" variant="ghost" size="sm" onClick={() => setChosen('closed')}>
                <ChevronUp aria-hidden="true" />
                Minimize
              </Button>
            ) : (
              <Button key="start" data-first onClick={() => setChosen('open')}>
                Start Chat
              </Button>
            )}
          </span>
        </div>
        <TranscriptTitles titles={titles} count={project.transcriptCount} />
      </header>
      <div hidden={!isOpen} className="border-t">
        <ConversationGate conversation={conversation}>
          <ChatBox
            chat={chat}
            style={style}
            refusal={project.abilities.edit ? null : READ_ONLY}
            canTypeAhead={false}
            draft={`question about project ${project.id}`}
          >
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs/5 text-quiet">
              <WhoAnswers
                answersBy={chat.answersBy}
                sources="moments and passages"
                quoted="the transcripts and articles"
                canAddKey={project.abilities.edit}
              />
              {hasHistory && project.abilities.edit && (
                <ClearConversationButton
                  description="All questions and answers about this project will be permanently deleted, for all its members."
                  onClear={clear}
                />
              )}
            </div>
          </ChatBox>
        </ConversationGate>
      </div>
    </Card>
  );
}

/** Where the focus goes, in order of preference: the button that opens the chat, its input, its log. */
const FIRST_CONTROLS = ['[data-first]', 'textarea:enabled', '[role="log"]'];

function firstControl(card: HTMLElement | null): HTMLElement | null {
  const found = FIRST_CONTROLS.map((control) => card?.querySelector<HTMLElement>(control));
  return found.find((control) => control) ?? null;
}
