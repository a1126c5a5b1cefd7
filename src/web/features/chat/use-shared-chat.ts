import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askShared, CHAT_STREAM_TYPE, type ChatMessage } from '#contract/chat.ts';
import type { ShareId } from '#contract/ids.ts';
import { readAnswerStream } from '#web/conversation/answer-events.ts';
import type { Chat } from '#web/conversation/chat.ts';
import {
  type Answered,
  type Asking,
  askingOf,
  historyOf,
  pairOf,
  withAsking,
} from '#web/conversation/conversation.ts';
import { useConnection } from '#web/conversation/use-connection.ts';
import { send } from '#web/lib/api.ts';
import { sharedSuggestionsQuery } from './data.ts';
import { TRANSCRIPT_ANSWERS, toMessage } from './messages.ts';
import { showSharedChatFailure } from './show-chat-failure.ts';

/** A visitor's conversation about a shared transcript, which exists only in this window. */
export function useSharedChat(shareId: ShareId): Chat<ChatMessage> {
  const { data: suggested } = useQuery(sharedSuggestionsQuery(shareId));
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const connection = useConnection();

  async function ask(question: string): Promise<boolean> {
    const asked = askingOf(question, messages);
    const addAnswer = (answer: Answered) =>
      setMessages((before) => [...before, ...pairOf(asked, answer).map(toMessage)]);
    let draft = '';
    setAsking(asked);
    const signal = connection.open();
    try {
      const body = { question, history: historyOf(messages) };
      const response = await send(askShared, { params: { shareId }, body, signal }, CHAT_STREAM_TYPE);
      const onText = (text: string) => {
        draft += text;
        setAsking({ ...asked, draft });
      };
      addAnswer(await readAnswerStream(response, TRANSCRIPT_ANSWERS, { onText, signal }));
      return true;
    } catch (error) {
      if (signal.aborted) {
        addAnswer({ answer: draft, state: 'stopped', provider: null });
        return true;
      }
      showSharedChatFailure(error);
      if (draft !== '') addAnswer({ answer: draft, state: 'cut_off', provider: null });
      return draft !== '';
    } finally {
      setAsking(null);
    }
  }

  return {
    messages: withAsking(messages, asking, toMessage),
    answersBy: suggested?.answersBy ?? null,
    suggestions: suggested?.suggestions ?? [],
    ask,
    stop: connection.close,
    isStopping: false,
  };
}
