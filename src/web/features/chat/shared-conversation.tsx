import type { ShareId } from '#contract/ids.ts';
import type { Cite } from '#web/citations/citation-button.tsx';
import { ChatBox } from '#web/conversation/chat-box.tsx';
import { TranscriptAnswers } from './transcript-answers.tsx';
import { useSharedChat } from './use-shared-chat.ts';
import { useTranscriptStyle } from './use-transcript-style.tsx';

/** The conversation of a visitor, which is lost when the window is closed. */
export function SharedConversation({ shareId, onCite }: { shareId: ShareId; onCite: Cite }) {
  const chat = useSharedChat(shareId);
  const style = useTranscriptStyle(onCite);
  return (
    <ChatBox chat={chat} style={style}>
      <p className="text-xs/5 text-quiet">
        This conversation is not saved. <TranscriptAnswers answersBy={chat.answersBy} isOwner={false} />
      </p>
    </ChatBox>
  );
}
