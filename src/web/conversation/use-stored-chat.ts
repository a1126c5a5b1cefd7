import {
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { AnalysisProviderName } from '#contract/chat.ts';
import { ApiError, isUnauthorized } from '#web/lib/api.ts';
import { useIsLive } from '#web/lib/event-stream.ts';
import { toast } from '#web/ui/toast-store.ts';
import { leaveForLogin } from '#web/ui/use-unauthorized.ts';
import { AnswerFailed, type AnswerReader } from './answer-events.ts';
import type { Chat } from './chat.ts';
import {
  type Asking,
  askingOf,
  isKept,
  isNumbered,
  isPending,
  pairOf,
  type ShownMessage,
  withAsking,
  withPair,
} from './conversation.ts';
import { useConnection } from './use-connection.ts';

/** How often an answer that another window asked for is polled while there are no events. */
const POLL_MS = 3000;

/** The data of a stored conversation. */
export interface Stored<Message> {
  messages: Message[];
  answersBy: AnalysisProviderName;
}

/** The queries and requests of a conversation stored on the server. */
export interface ChatQueries<
  Message extends ShownMessage,
  Data extends Stored<Message>,
  Key extends QueryKey,
> {
  conversation: UseQueryOptions<Data, Error, Data, Key>;
  suggestions: readonly string[];
  /** Sends a question and returns its answer; the id of that message is ignored. */
  send: (question: string, reader: AnswerReader) => Promise<Message>;
  /** Adds the fields that stored messages have to a message of this window. */
  complete: (message: ShownMessage) => Message;
  stop: () => Promise<unknown>;
  clear: () => Promise<unknown>;
  showFailure: (error: unknown) => void;
}

/** A conversation stored on the server, and its actions. */
export function useStoredChat<
  Message extends ShownMessage,
  Data extends Stored<Message>,
  Key extends QueryKey,
>(source: ChatQueries<Message, Data, Key>) {
  const { queryKey } = source.conversation;
  const queryClient = useQueryClient();
  const isLive = useIsLive();
  const conversation = useQuery({
    ...source.conversation,
    refetchInterval: ({ state }) => (!isLive && isPending(state.data?.messages ?? []) ? POLL_MS : false),
  });
  const [asking, setAsking] = useState<Asking | null>(null);
  const connection = useConnection();
  const stop = useMutation({
    mutationFn: source.stop,
    onError: () =>
      toast({ title: 'Error', description: 'The answer could not be stopped.', variant: 'destructive' }),
  });
  const clear = useMutation({
    mutationFn: source.clear,
    onSuccess: () => {
      connection.close();
      setAsking(null);
      setMessages(() => []);
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'The conversation could not be cleared.',
        variant: 'destructive',
      }),
    meta: { invalidates: [queryKey] },
  });

  function setMessages(change: (messages: Message[]) => Message[]): void {
    queryClient.setQueryData<Stored<Message>>(
      queryKey,
      (shown) => shown && { ...shown, messages: change(shown.messages) },
    );
  }

  async function ask(question: string): Promise<boolean> {
    let asked = askingOf(question, conversation.data?.messages ?? []);
    setAsking(asked);
    const signal = connection.open();
    try {
      // The last answer has only just been written, so its id is not known yet.
      if (!isNumbered(asked)) {
        const { messages } = await queryClient.fetchQuery(source.conversation);
        signal.throwIfAborted();
        asked = askingOf(question, messages);
        setAsking(asked);
      }
      const onText = (text: string) => setAsking((now) => now && { ...now, draft: now.draft + text });
      const answer = await source.send(question, { onText, signal });
      await queryClient.cancelQueries({ queryKey });
      const { content, state, provider } = answer;
      const [sent, { id }] = pairOf(asked, { answer: content, state, provider });
      const pair = [source.complete(sent), { ...answer, id }];
      setMessages((messages) => withPair(messages, asked, pair));
      setAsking(null);
      void queryClient.invalidateQueries({ queryKey });
      return true;
    } catch (error) {
      // The conversation was cleared, or the page was left.
      if (signal.aborted) return true;
      const isThere = await isStored(asked, error);
      setAsking(null);
      // After a lost connection, the server goes on answering, and the stored answer is shown.
      if (isUnauthorized(error)) leaveForLogin();
      else if (!isThere || error instanceof AnswerFailed) source.showFailure(error);
      return isThere;
    }
  }

  /** Whether the server has stored the question despite the failure. Also fetches what it has written. */
  async function isStored(asked: Asking, error: unknown): Promise<boolean> {
    await queryClient.cancelQueries({ queryKey });
    const stored = await queryClient.fetchQuery(source.conversation).catch(() => null);
    // The server refuses before it stores anything, and nothing is sent without an id.
    return !(error instanceof ApiError) && isNumbered(asked) && isKept(stored?.messages ?? [], asked);
  }

  const chat: Chat<Message> = {
    messages: withAsking(conversation.data?.messages ?? [], asking, source.complete),
    answersBy: conversation.data?.answersBy ?? null,
    suggestions: source.suggestions,
    ask,
    stop: () => stop.mutate(),
    isStopping: stop.isPending,
  };
  return { conversation, chat, clear: () => clear.mutate() };
}
