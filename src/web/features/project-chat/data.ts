import { queryOptions } from '@tanstack/react-query';
import type { ProjectId } from '#contract/ids.ts';
import { getProjectConversation, getProjectSuggestions } from '#contract/project-chat.ts';
import { call } from '#web/lib/api.ts';
import { projectKey } from '#web/lib/project-keys.ts';

/** The last element of the query keys of conversations. */
export const CONVERSATION_OF_PROJECT = 'conversation';

/** The conversation about a project, which is the same for all members. */
export const projectConversationQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), CONVERSATION_OF_PROJECT],
    queryFn: ({ signal }) => call(getProjectConversation, { params: { id }, signal }),
    // Saving a key in the settings changes who answers.
    staleTime: 0,
  });

export const projectSuggestionsQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), 'suggestions'],
    queryFn: ({ signal }) => call(getProjectSuggestions, { params: { id }, signal }),
  });
