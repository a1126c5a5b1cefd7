import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askTranscript, CHAT_STREAM_TYPE } from '#contract/chat.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { ApiError, send } from '#web/lib/api.ts';
import { useIsLive } from '#web/lib/event-stream.ts';
import { toast } from '#web/ui/toast-store.ts';
import { AnswerFailed, readAnswer } from './answer-events.ts';
import type { Chat } from './chat.ts';
import { tellChatFailure } from './chat-failure.ts';
import { type Asking, isKept, isPending, lastId, withAnswer, withAsking } from './conversation.ts';
import { clearMutation, conversationQuery, stopMutation, suggestionsQuery } from './data.ts';
import { useConnection } from './use-connection.ts';

/** Where events do not get through, an answer that is written elsewhere is asked for. */
const POLL_MS = 3000;

/** The stored conversation about one's own transcript. */
export function useOwnChat(id: TranscriptId) {
  const queryClient = useQueryClient();
  const options = conversationQuery(id);
  const isLive = useIsLive();
  const conversation = useQuery({
    ...options,
    refetchInterval: ({ state }) => (!isLive && isPending(state.data?.messages ?? []) ? POLL_MS : false),
  });
  const { data: suggested } = useQuery(suggestionsQuery(id));
  const [asking, setAsking] = useState<Asking | null>(null);
  const connection = useConnection();
  const stop = useMutation({
    ...stopMutation,
    onError: () =>
      toast({ title: 'Error', description: 'The answer could not be stopped.', variant: 'destructive' }),
  });
  const clear = useMutation({
    ...clearMutation,
    onSuccess: () => {
      connection.close();
      setAsking(null);
      queryClient.setQueryData(options.queryKey, (shown) => shown && { ...shown, messages: [] });
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'The conversation could not be cleared.',
        variant: 'destructive',
      }),
  });

  async function ask(question: string): Promise<boolean> {
    const asked: Asking = { question, draft: '', after: lastId(conversation.data?.messages ?? []) };
    setAsking(asked);
    const signal = connection.open();
    try {
      const response = await send(
        askTranscript,
        { params: { id }, body: { question }, signal },
        CHAT_STREAM_TYPE,
      );
      const answer = await readAnswer(
        response,
        (text) => setAsking((now) => now && { ...now, draft: now.draft + text }),
        signal,
      );
      await queryClient.cancelQueries({ queryKey: options.queryKey });
      queryClient.setQueryData(options.queryKey, (shown) => shown && withAnswer(shown, asked, answer));
      setAsking(null);
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
      return true;
    } catch (error) {
      // Cleared, or the page has gone.
      if (signal.aborted) return true;
      const isThere = await isStored(asked, error);
      setAsking(null);
      // What was lost on the way goes on at the server, and is shown from there.
      if (!isThere || error instanceof AnswerFailed) tellChatFailure(error);
      return isThere;
    }
  }

  /** Whether the server has kept the question in spite of the failure; also brings what it has written. */
  async function isStored(asked: Asking, error: unknown): Promise<boolean> {
    await queryClient.cancelQueries({ queryKey: options.queryKey });
    const stored = await queryClient.fetchQuery(options).catch(() => null);
    // Refusals come before anything is kept.
    return !(error instanceof ApiError) && isKept(stored?.messages ?? [], asked);
  }

  const chat: Chat = {
    messages: withAsking(conversation.data?.messages ?? [], asking),
    answersBy: conversation.data?.answersBy ?? null,
    suggestions: suggested?.suggestions ?? [],
    ask,
    stop: () => stop.mutate(id),
    isStopping: stop.isPending,
  };
  return { conversation, chat, clear: () => clear.mutate(id) };
}
