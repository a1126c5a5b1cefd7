import { queryOptions } from '@tanstack/react-query';
import { getConversation, getSharedSuggestions, getSuggestions } from '#contract/chat.ts';
import type { ShareId, TranscriptId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';

export const CONVERSATIONS_KEY = ['conversation'] as const;

/** The stored conversation about a transcript. */
export const conversationQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: [...CONVERSATIONS_KEY, id],
    queryFn: ({ signal }) => call(getConversation, { params: { id }, signal }),
    // Saving a key in the settings changes who answers.
    staleTime: 0,
  });

export const suggestionsQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: ['suggestions', id],
    queryFn: ({ signal }) => call(getSuggestions, { params: { id }, signal }),
  });

export const sharedSuggestionsQuery = (shareId: ShareId) =>
  queryOptions({
    queryKey: ['suggestions', 'shared', shareId],
    queryFn: ({ signal }) => call(getSharedSuggestions, { params: { shareId }, signal }),
  });
