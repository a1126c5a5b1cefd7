import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { CHAT_STREAM_TYPE, type Suggestions } from '#contract/chat.ts';
import {
  askLibrary,
  askProject,
  type CollectionConversation,
  type CollectionMessage,
  clearLibraryConversation,
  clearProjectConversation,
  stopLibraryAnswer,
  stopProjectAnswer,
} from '#contract/collection-chat.ts';
import type { Project } from '#contract/projects.ts';
import { type AnswerReader, readAnswerStream } from '#web/conversation/answer-events.ts';
import { chatFailureOf } from '#web/conversation/chat-failure.ts';
import { useStoredChat } from '#web/conversation/use-stored-chat.ts';
import { call, send } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast-store.ts';
import {
  libraryConversationQuery,
  librarySuggestionsQuery,
  projectConversationQuery,
  projectSuggestionsQuery,
} from './data.ts';
import { COLLECTION_ANSWERS, toCollectionMessage } from './messages.ts';

/** The conversation about a project, and its actions. */
export function useProjectChat({ id, abilities }: Pick<Project, 'id' | 'abilities'>) {
  const params = { id };
  return useCollectionChat({
    conversation: projectConversationQuery(id),
    suggestions: projectSuggestionsQuery(id),
    canAsk: abilities.edit,
    ask: (question, signal) => send(askProject, { params, body: { question }, signal }, CHAT_STREAM_TYPE),
    stop: () => call(stopProjectAnswer, { params }),
    clear: () => call(clearProjectConversation, { params }),
  });
}

/** The conversation about the whole library, and its actions. */
export function useLibraryChat() {
  return useCollectionChat({
    conversation: libraryConversationQuery,
    suggestions: librarySuggestionsQuery,
    canAsk: true,
    ask: (question, signal) => send(askLibrary, { body: { question }, signal }, CHAT_STREAM_TYPE),
    stop: () => call(stopLibraryAnswer, {}),
    clear: () => call(clearLibraryConversation, {}),
  });
}

interface CollectionRequests<
  Data extends CollectionConversation,
  Key extends QueryKey,
  SuggestionsKey extends QueryKey,
> {
  conversation: UseQueryOptions<Data, Error, Data, Key>;
  suggestions: UseQueryOptions<Suggestions, Error, Suggestions, SuggestionsKey>;
  canAsk: boolean;
  ask: (question: string, signal: AbortSignal) => Promise<Response>;
  stop: () => Promise<unknown>;
  clear: () => Promise<unknown>;
}

/** Until the first question, people who may ask get suggestions. */
function useCollectionChat<
  Data extends CollectionConversation,
  Key extends QueryKey,
  SuggestionsKey extends QueryKey,
>({ conversation, suggestions, canAsk, ask, stop, clear }: CollectionRequests<Data, Key, SuggestionsKey>) {
  const { data: stored } = useQuery(conversation);
  const isNew = stored?.messages.length === 0;
  const { data: suggested } = useQuery({ ...suggestions, enabled: isNew && canAsk });
  return useStoredChat<CollectionMessage, Data, Key>({
    conversation,
    suggestions: (isNew && suggested?.suggestions) || [],
    send: async (question: string, reader: AnswerReader) => {
      const response = await ask(question, reader.signal);
      return (await readAnswerStream(response, COLLECTION_ANSWERS, reader)).message;
    },
    complete: toCollectionMessage,
    stop,
    clear,
    showFailure: (error) =>
      toast({
        title: 'Error',
        description: chatFailureOf(error).userMessage ?? 'Failed to send message',
        variant: 'destructive',
      }),
  });
}
