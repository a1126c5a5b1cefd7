import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { Cite } from '#web/citations/citation-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { ChatBox } from './chat-box.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { useOwnChat } from './use-own-chat.ts';
import { WhoAnswers } from './who-answers.tsx';

/** The conversation about one's own transcript, which is kept. */
export function OwnConversation({ id, onCite }: { id: TranscriptId; onCite: Cite }) {
  const { conversation, chat, clear } = useOwnChat(id);
  if (conversation.isPending) return <ChatSkeleton />;
  if (!conversation.data) {
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
  return (
    <ChatBox chat={chat} onCite={onCite}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs/5 text-quiet">
        <WhoAnswers answersBy={chat.answersBy} isOwner />
        {chat.messages.length > 0 && <ClearButton onClear={clear} />}
      </div>
    </ChatBox>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-2 h-7! px-2! text-xs! text-quiet [&_svg]:size-3.5!"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden="true" />
        Clear conversation
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Clear this conversation?"
        description="All questions and answers about this transcript are deleted for good."
        action="Clear conversation"
        onConfirm={onClear}
      />
    </>
  );
}
