import { useQuery } from '@tanstack/react-query';
import { CHAT_STREAM_TYPE } from '#contract/chat.ts';
import { askProject, clearProjectConversation, stopProjectAnswer } from '#contract/project-chat.ts';
import type { Project } from '#contract/projects.ts';
import { type AnswerReader, readAnswerStream } from '#web/conversation/answer-events.ts';
import { chatFailureOf } from '#web/conversation/chat-failure.ts';
import { useStoredChat } from '#web/conversation/use-stored-chat.ts';
import { call, send } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast-store.ts';
import { projectConversationQuery, projectSuggestionsQuery } from './data.ts';
import { PROJECT_ANSWERS, toProjectMessage } from './messages.ts';

/** The conversation about a project, and its actions. Until the first question, members who may ask get suggestions. */
export function useProjectChat({ id, abilities }: Pick<Project, 'id' | 'abilities'>) {
  const params = { id };
  const { data: stored } = useQuery(projectConversationQuery(id));
  const isNew = stored?.messages.length === 0;
  const { data: suggested } = useQuery({ ...projectSuggestionsQuery(id), enabled: isNew && abilities.edit });
  return useStoredChat({
    conversation: projectConversationQuery(id),
    suggestions: (isNew && suggested?.suggestions) || [],
    send: async (question: string, reader: AnswerReader) => {
      const input = { params, body: { question }, signal: reader.signal };
      const response = await send(askProject, input, CHAT_STREAM_TYPE);
      return (await readAnswerStream(response, PROJECT_ANSWERS, reader)).message;
    },
    complete: toProjectMessage,
    stop: () => call(stopProjectAnswer, { params }),
    clear: () => call(clearProjectConversation, { params }),
    showFailure: (error) =>
      toast({
        title: 'Error',
        description: chatFailureOf(error).userMessage ?? 'Failed to send message',
        variant: 'destructive',
      }),
  });
}
