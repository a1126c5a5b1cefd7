import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askShared, CHAT_STREAM_TYPE } from '#contract/chat.ts';
import type { ShareId } from '#contract/ids.ts';
import { send } from '#web/lib/api.ts';
import { readAnswer } from './answer-events.ts';
import type { Chat } from './chat.ts';
import { tellSharedFailure } from './chat-failure.ts';
import { type Asking, historyOf, lastId, pairOf, type ShownMessage, withAsking } from './conversation.ts';
import { sharedSuggestionsQuery } from './data.ts';
import { useConnection } from './use-connection.ts';

/** A visitor's conversation about a shared transcript; only this window remembers it. */
export function useSharedChat(shareId: ShareId): Chat {
  const { data: suggested } = useQuery(sharedSuggestionsQuery(shareId));
  const [messages, setMessages] = useState<readonly ShownMessage[]>([]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const connection = useConnection();

  async function ask(question: string): Promise<boolean> {
    const asked: Asking = { question, draft: '', after: lastId(messages) };
    const keep = (answer: Parameters<typeof pairOf>[1]) =>
      setMessages((before) => [...before, ...pairOf(asked, answer)]);
    let draft = '';
    setAsking(asked);
    const signal = connection.open();
    try {
      const body = { question, history: historyOf(messages) };
      const response = await send(askShared, { params: { shareId }, body, signal }, CHAT_STREAM_TYPE);
      const show = (text: string) => {
        draft += text;
        setAsking({ ...asked, draft });
      };
      keep(await readAnswer(response, show, signal));
      return true;
    } catch (error) {
      if (signal.aborted) {
        keep({ answer: draft, state: 'stopped', provider: null });
        return true;
      }
      tellSharedFailure(error);
      if (draft !== '') keep({ answer: draft, state: 'cut_off', provider: null });
      return draft !== '';
    } finally {
      setAsking(null);
    }
  }

  return {
    messages: withAsking(messages, asking),
    answersBy: suggested?.answersBy ?? null,
    suggestions: suggested?.suggestions ?? [],
    ask,
    stop: connection.close,
    isStopping: false,
  };
}
