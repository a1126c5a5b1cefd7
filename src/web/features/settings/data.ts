import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { clearApiKey, clearApiKeys, type KeyProvider, saveApiKeys } from '#contract/api-keys.ts';
import { changePassword, getPasswordState, signOutEverywhere } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { TokenId } from '#contract/ids.ts';
import {
  getSpeechServer,
  removeSpeechServer,
  type SpeechServerSettings,
  saveSpeechServer,
  testSpeechServer,
} from '#contract/speech-server.ts';
import { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import { call } from '#web/lib/api.ts';

/** Saves keys. `gcTime: 0`, because TanStack Query would otherwise keep a mutation's variables, here the keys. */
export const saveKeysMutation = mutationOptions({
  mutationFn: (body: z.input<(typeof saveApiKeys)['body'] & z.ZodType>) => call(saveApiKeys, { body }),
  gcTime: 0,
});

export const clearKeysMutation = mutationOptions({ mutationFn: () => call(clearApiKeys, {}) });

export const clearKeyMutation = mutationOptions({
  mutationFn: (provider: KeyProvider) => call(clearApiKey, { params: { provider } }),
});

export const signOutEverywhereMutation = mutationOptions({ mutationFn: () => call(signOutEverywhere, {}) });

export const passwordStateQuery = queryOptions({
  queryKey: ['password-state'],
  queryFn: ({ signal }) => call(getPasswordState, { signal }),
});

/** Not kept after the call, like the keys. */
export const changePasswordMutation = mutationOptions({
  mutationFn: (body: InputOf<typeof changePassword>['body']) => call(changePassword, { body }),
  gcTime: 0,
});

export const speechServerQuery = queryOptions({
  queryKey: ['speech-server'],
  queryFn: ({ signal }) => call(getSpeechServer, { signal }),
});

/** Not kept after the call: it may contain a key. */
export const saveSpeechServerMutation = mutationOptions({
  mutationFn: (body: SpeechServerSettings) => call(saveSpeechServer, { body }),
  gcTime: 0,
});

/** Tests a server, or the one in use; not kept after the call, like the keys. */
export const testSpeechServerMutation = mutationOptions({
  mutationFn: (server: SpeechServerSettings | null) => call(testSpeechServer, { body: { server } }),
  gcTime: 0,
});

export const removeSpeechServerMutation = mutationOptions({ mutationFn: () => call(removeSpeechServer, {}) });

const TOKENS_KEY = ['tokens'];

/** The user's access tokens; programs use them meanwhile, so a cached list may be old. */
export const tokensQuery = queryOptions({
  queryKey: TOKENS_KEY,
  queryFn: ({ signal }) => call(listTokens, { signal }),
  staleTime: 0,
});

/** Not kept after the call: the answer has the token. */
export const createTokenMutation = mutationOptions({
  mutationFn: (body: InputOf<typeof createToken>['body']) => call(createToken, { body }),
  gcTime: 0,
  meta: { invalidates: [TOKENS_KEY] },
});

export const revokeTokenMutation = mutationOptions({
  mutationFn: (id: TokenId) => call(revokeToken, { params: { id } }),
  meta: { invalidates: [TOKENS_KEY] },
});
