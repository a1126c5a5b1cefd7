import { useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import type { CurrentUser } from '#contract/auth.ts';
import { SignInForm, type SignInMode } from '#web/features/auth/sign-in-form.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { safeReturnPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Once somebody is signed in, goes on to where he wanted to go. */
export function SignInPage({ user }: { user: CurrentUser | null }) {
  const [mode, setMode] = useState<SignInMode>('sign-in');
  const [search] = useSearchParams();
  const isNew = mode === 'create-account';
  useDocumentTitle(isNew ? 'Create account' : 'Sign in');
  if (user) return <Redirect to={safeReturnPath(search.get('returnTo'))} replace />;
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 sm:py-20">
      <Card className="p-6 sm:p-8">
        <h1 className="text-2xl font-semibold">{isNew ? 'Create your account' : 'Welcome back'}</h1>
        <p className="mt-1 mb-6 text-quiet">
          {isNew
            ? 'Your recordings and transcripts are yours alone.'
            : 'Sign in to your recordings and transcripts.'}
        </p>
        <SignInForm key={mode} mode={mode} />
        <p className="mt-6 flex flex-wrap items-center justify-center gap-x-1 text-sm text-quiet">
          {isNew ? 'Already have an account?' : 'New here?'}
          <Button
            variant="link"
            size="sm"
            className="px-1.5!"
            onClick={() => setMode(isNew ? 'sign-in' : 'create-account')}
          >
            {isNew ? 'Sign in instead' : 'Create an account'}
          </Button>
        </p>
      </Card>
    </div>
  );
}
