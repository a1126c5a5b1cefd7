import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { Cite } from '#web/citations/citation-button.tsx';
import { ChatSkeleton } from '#web/conversation/chat-skeleton.tsx';
import { lazily } from '#web/lib/lazily.tsx';
import { useSessionFlag } from '#web/lib/use-session-flag.ts';
import { CollapsibleCard } from '#web/ui/collapsible-card.tsx';

// With the reader of Markdown, which nothing else needs.
const OwnConversation = lazily(
  async () => (await import('./own-conversation.tsx')).OwnConversation,
  <ChatSkeleton />,
);

interface ChatPanelProps {
  id: TranscriptId;
  /** Why nothing can be asked; null where it can. */
  refusal: string | null;
  onCite: Cite;
}

/** Questions about a transcript, one's own or one of a project's. */
export function ChatPanel({ id, refusal, onCite }: ChatPanelProps) {
  const [open, setOpen] = useSessionFlag('chat-open');
  // Once it was open it stays: an answer goes on arriving, and what was typed is kept.
  const [isWanted, setWanted] = useState(open);
  if (open && !isWanted) setWanted(true);
  return (
    <CollapsibleCard
      icon={<MessagesSquare aria-hidden="true" />}
      title="AI Chat"
      open={open}
      onOpenChange={setOpen}
    >
      {isWanted && <OwnConversation id={id} refusal={refusal} onCite={onCite} />}
    </CollapsibleCard>
  );
}
