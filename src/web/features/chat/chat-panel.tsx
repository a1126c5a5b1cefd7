import { ChatSkeleton } from '#web/conversation/chat-skeleton.tsx';
import { lazily } from '#web/lib/lazily.tsx';
import type { OwnConversationProps } from './own-conversation.tsx';

/** The chat about a transcript, the user's own or a project's. Includes the Markdown parser, which nothing else on the page needs. */
export const ChatPanel = lazily<OwnConversationProps>(
  async () => (await import('./own-conversation.tsx')).OwnConversation,
  <ChatSkeleton />,
);
