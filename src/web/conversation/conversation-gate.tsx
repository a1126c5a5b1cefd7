import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';

/** Shows a skeleton, or the failure, until a stored conversation is loaded. */
export function ConversationGate({
  conversation,
  children,
}: {
  conversation: Pick<UseQueryResult, 'isPending' | 'data' | 'error' | 'refetch'>;
  children: ReactNode;
}) {
  if (conversation.isPending) return <ChatSkeleton />;
  if (conversation.data) return children;
  return (
    <div className="px-5 py-4 sm:px-6">
      <NotLoaded
        what="The conversation"
        error={conversation.error}
        onRetry={() => void conversation.refetch()}
      />
    </div>
  );
}
