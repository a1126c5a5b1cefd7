import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { getSignUpState, signIn, signUp } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api.ts';

export const signInMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof signIn>) => call(signIn, input),
});

export const signUpMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof signUp>) => call(signUp, input),
});

/** Whether accounts can be created here. */
export const signUpStateQuery = queryOptions({
  queryKey: ['auth', 'sign-up'],
  queryFn: ({ signal }) => call(getSignUpState, { signal }),
});
