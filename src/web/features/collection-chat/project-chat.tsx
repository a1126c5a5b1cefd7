import { MessagesSquare } from 'lucide-react';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { ProjectChatPanel, type ProjectChatProps } from './project-chat-panel.tsx';

/** The conversation of all members about a project, or a hint if the project is empty. */
export function ProjectChat(props: ProjectChatProps) {
  const { transcriptCount, articleCount, abilities } = props.project;
  if (transcriptCount + articleCount === 0) {
    return (
      <Card>
        <EmptyState icon={<MessagesSquare />} title="No Content for AI Chat">
          {abilities.edit
            ? 'Assign transcripts or add articles, then ask questions about them here.'
            : 'There are no transcripts and no articles in this project yet.'}
        </EmptyState>
      </Card>
    );
  }
  return <ProjectChatPanel {...props} />;
}
