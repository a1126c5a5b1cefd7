import type { ShareId } from '#contract/ids.ts';
import type { Cite } from '#web/citations/citation-button.tsx';
import { ChatBox } from './chat-box.tsx';
import { useSharedChat } from './use-shared-chat.ts';
import { WhoAnswers } from './who-answers.tsx';

/** The conversation of a visitor, which ends with the window. */
export function SharedConversation({ shareId, onCite }: { shareId: ShareId; onCite: Cite }) {
  const chat = useSharedChat(shareId);
  return (
    <ChatBox chat={chat} onCite={onCite}>
      <p className="text-xs/5 text-quiet">
        This conversation is not saved. <WhoAnswers answersBy={chat.answersBy} isOwner={false} />
      </p>
    </ChatBox>
  );
}
