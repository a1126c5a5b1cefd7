import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { ShareId } from '#contract/ids.ts';
import type { Cite } from '#web/citations/citation-button.tsx';
import { ChatSkeleton } from '#web/conversation/chat-skeleton.tsx';
import { lazily } from '#web/lib/lazily.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const SharedConversation = lazily(
  async () => (await import('./shared-conversation.tsx')).SharedConversation,
  <ChatSkeleton />,
);

/** The button that opens and closes the chat of a shared transcript. */
export function ChatToggle({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Button
      variant={open ? 'secondary' : 'outline'}
      size="sm"
      aria-expanded={open}
      onClick={() => onOpenChange(!open)}
    >
      <MessagesSquare aria-hidden="true" />
      Chat
    </Button>
  );
}

/** The chat of a visitor. Nothing is fetched until it is opened. */
export function SharedChat({ shareId, open, onCite }: { shareId: ShareId; open: boolean; onCite: Cite }) {
  const [wasOpened, setOpened] = useState(open);
  if (open && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Card aria-labelledby="shared-chat-title" hidden={!open}>
      <h3 id="shared-chat-title" className="px-5 pt-4 font-semibold sm:px-6">
        AI Chat
      </h3>
      <SharedConversation shareId={shareId} onCite={onCite} />
    </Card>
  );
}
