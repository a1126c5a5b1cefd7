import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { Cite } from '#web/citations/citation-button.tsx';
import { ChatSkeleton } from '#web/conversation/chat-skeleton.tsx';
import { lazily } from '#web/lib/lazily.tsx';
import { useSessionFlag } from '#web/lib/use-session-flag.ts';
import { CollapsibleCard } from '#web/ui/collapsible-card.tsx';

// Includes the Markdown parser, which nothing else on the page needs.
const OwnConversation = lazily(
  async () => (await import('./own-conversation.tsx')).OwnConversation,
  <ChatSkeleton />,
);

interface ChatPanelProps {
  id: TranscriptId;
  /** The reason why no question can be asked, or null. */
  refusal: string | null;
  onCite: Cite;
}

/** The collapsible chat about a transcript, the user's own or a project's. */
export function ChatPanel({ id, refusal, onCite }: ChatPanelProps) {
  const [open, setOpen] = useSessionFlag('chat-open');
  // Once opened, it stays mounted: an answer continues to arrive, and typed text is kept.
  const [wasOpened, setOpened] = useState(open);
  if (open && !wasOpened) setOpened(true);
  return (
    <CollapsibleCard
      icon={<MessagesSquare aria-hidden="true" />}
      title="AI Chat"
      open={open}
      onOpenChange={setOpen}
    >
      {wasOpened && <OwnConversation id={id} refusal={refusal} onCite={onCite} />}
    </CollapsibleCard>
  );
}
