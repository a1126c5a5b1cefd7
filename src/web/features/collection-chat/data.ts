import { queryOptions } from '@tanstack/react-query';
import {
  getLibraryConversation,
  getLibrarySuggestions,
  getProjectConversation,
  getProjectSuggestions,
} from '#contract/collection-chat.ts';
import type { ProjectId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';
import { projectKey } from '#web/lib/project-keys.ts';

/** The last element of the query keys of conversations about projects. */
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

/** The person's conversation about their whole library. */
export const libraryConversationQuery = queryOptions({
  queryKey: ['library-chat', 'conversation'],
  queryFn: ({ signal }) => call(getLibraryConversation, { signal }),
  staleTime: 0,
});

export const librarySuggestionsQuery = queryOptions({
  queryKey: ['library-chat', 'suggestions'],
  queryFn: ({ signal }) => call(getLibrarySuggestions, { signal }),
  staleTime: 0,
});
