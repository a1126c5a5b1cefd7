import { mutationOptions } from '@tanstack/react-query';
import { signIn, signUp } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api.ts';

export const signInMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof signIn>) => call(signIn, input),
});

export const signUpMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof signUp>) => call(signUp, input),
});
