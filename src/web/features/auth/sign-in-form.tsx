import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type CurrentUser, SignUp } from '#contract/auth.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { errorsOfFailure, errorsOfIssues, type FieldErrors, messageOfFailure } from '#web/lib/form-errors.ts';
import { useFields } from '#web/lib/use-fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { userQuery } from './data.ts';
import { signInMutation, signUpMutation } from './sign-in-data.ts';

export type SignInMode = 'sign-in' | 'create-account';

/** The form for signing in with email and password, or creating an account, which also asks for a name. Puts the user into the cache. */
export function SignInForm({ mode }: { mode: SignInMode }) {
  const { form, values, hasErrors, show, field } = useFields({ firstName: '', email: '', password: '' });
  const queryClient = useQueryClient();
  const isNew = mode === 'create-account';
  const outcome = {
    onSuccess: (user: CurrentUser) => queryClient.setQueryData(userQuery.queryKey, user),
    onError: (error: unknown) => show(errorsOfFailure(error)),
  };
  const signIn = useMutation(signInMutation);
  const signUp = useMutation(signUpMutation);
  const running = signIn.isPending || signUp.isPending;
  const failure = isNew ? signUp.error : signIn.error;
  const general = failure && !hasErrors ? messageOfFailure(failure) : null;

  function submit() {
    const found = isNew
      ? errorsOfIssues(SignUp.safeParse(values).error?.issues ?? [])
      : missingCredentials(values);
    show(found);
    if (Object.keys(found).length > 0) return;
    if (isNew) signUp.mutate({ body: values }, outcome);
    else signIn.mutate({ body: { email: values.email, password: values.password } }, outcome);
  }

  return (
    <form
      ref={form}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {general && (
        <div role="alert">
          <Notice tone="bad" icon={<CircleAlert />}>
            {general}
          </Notice>
        </div>
      )}
      {isNew && (
        <Field
          ref={focusQuietly}
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          {...field('firstName')}
        />
      )}
      <Field
        ref={isNew ? undefined : focusQuietly}
        label="E-mail address"
        type="email"
        inputMode="email"
        autoComplete={isNew ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        {...(isNew ? { hint: `At least ${MIN_PASSWORD_LENGTH} characters.` } : {})}
        {...field('password')}
      />
      <Button type="submit" size="lg" className="w-full" isIdle={running}>
        {running && <Spinner />}
        {isNew ? 'Create account' : 'Sign in'}
      </Button>
    </form>
  );
}

function missingCredentials({ email, password }: { email: string; password: string }): FieldErrors {
  return {
    ...(email.trim() === '' ? { email: 'Please enter your e-mail address.' } : {}),
    ...(password === '' ? { password: 'Please enter your password.' } : {}),
  };
}
