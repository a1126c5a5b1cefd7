import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { decideConsent, disconnectAssistant, getConsent, listAssistants } from '#contract/assistants.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { AssistantId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';

const ASSISTANTS_KEY = ['assistants'];

/** The assistants that the user has let in; they work meanwhile, so a cached list may be old. */
export const assistantsQuery = queryOptions({
  queryKey: ASSISTANTS_KEY,
  queryFn: ({ signal }) => call(listAssistants, { signal }),
  staleTime: 0,
});

export const disconnectMutation = mutationOptions({
  mutationFn: (id: AssistantId) => call(disconnectAssistant, { params: { id } }),
  meta: { invalidates: [ASSISTANTS_KEY] },
});

/** What an assistant asks for; `uid` is from the address of the page. */
export const consentQuery = (uid: string) =>
  queryOptions({
    queryKey: ['consent', uid],
    queryFn: ({ signal }) => call(getConsent, { params: { uid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const decideMutation = mutationOptions({
  mutationFn: ({ uid, ...body }: { uid: string } & InputOf<typeof decideConsent>['body']) =>
    call(decideConsent, { params: { uid }, body }),
});
