import { MessagesSquare } from 'lucide-react';
import type { Project } from '#contract/projects.ts';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { ChatPanel } from './chat-panel.tsx';
import type { OpenArticle } from './use-project-style.tsx';

export interface ProjectChatProps {
  project: Project;
  /** Of its transcripts; empty until they are known. */
  titles: readonly string[];
  /** Must stay the same function. */
  onOpenArticle: OpenArticle;
}

/** The conversation of all members about everything that a project holds. */
export function ProjectChat(props: ProjectChatProps) {
  const { transcriptCount, articleCount, abilities } = props.project;
  if (transcriptCount + articleCount === 0) {
    return (
      <Card>
        <EmptyState icon={<MessagesSquare />} title="No Content for AI Chat">
          {abilities.edit
            ? 'Assign transcripts or add articles: then questions about them can be asked here.'
            : 'There are no transcripts and no articles in this project yet.'}
        </EmptyState>
      </Card>
    );
  }
  return <ChatPanel {...props} />;
}
