import { queryOptions } from '@tanstack/react-query';
import type { ProjectId } from '#contract/ids.ts';
import { getProjectConversation, getProjectSuggestions } from '#contract/project-chat.ts';
import { call } from '#web/lib/api.ts';
import { projectKey } from '#web/lib/project-keys.ts';

/** The last part of the keys of conversations. */
export const CONVERSATION_OF_PROJECT = 'conversation';

/** The questions about a project and their answers; all members see the same. */
export const projectConversationQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), CONVERSATION_OF_PROJECT],
    queryFn: ({ signal }) => call(getProjectConversation, { params: { id }, signal }),
    // A key saved meanwhile changes who answers.
    staleTime: 0,
  });

export const projectSuggestionsQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), 'suggestions'],
    queryFn: ({ signal }) => call(getProjectSuggestions, { params: { id }, signal }),
  });
