import type { TranscriptId } from '#contract/ids.ts';
import type { Cite } from '#web/citations/citation-button.tsx';
import { ChatBox } from '#web/conversation/chat-box.tsx';
import { ClearConversationButton } from '#web/conversation/clear-conversation-button.tsx';
import { ConversationGate } from '#web/conversation/conversation-gate.tsx';
import { TranscriptAnswers } from './transcript-answers.tsx';
import { useOwnChat } from './use-own-chat.ts';
import { useTranscriptStyle } from './use-transcript-style.tsx';

export interface OwnConversationProps {
  id: TranscriptId;
  /** The reason why no question can be asked, or null. */
  refusal: string | null;
  onCite: Cite;
}

/** The stored conversation about a transcript, for its owner and for editors. */
export function OwnConversation({ id, refusal, onCite }: OwnConversationProps) {
  const { conversation, chat, clear } = useOwnChat(id);
  const style = useTranscriptStyle(onCite);
  return (
    <ConversationGate conversation={conversation}>
      <ChatBox chat={chat} style={style} refusal={refusal} draft={`question about transcript ${id}`}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs/5 text-quiet">
          <TranscriptAnswers answersBy={chat.answersBy} isOwner />
          {chat.messages.length > 0 && refusal === null && (
            <ClearConversationButton
              description="All questions and answers about this transcript will be permanently deleted."
              onClear={clear}
            />
          )}
        </div>
      </ChatBox>
    </ConversationGate>
  );
}
