import { MessagesSquare } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ChatSkeleton } from '#web/conversation/chat-skeleton.tsx';
import { lazily } from '#web/lib/lazily.tsx';
import { Button } from '#web/ui/button.tsx';
import type { SharedConversation } from './shared-conversation.tsx';

/** The chat of a visitor. Nothing is fetched until it is opened. */
export const SharedChat = lazily<ComponentProps<typeof SharedConversation>>(
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
      <span>Chat</span>
    </Button>
  );
}
