import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import type { CurrentUser } from '#contract/auth.ts';
import { signUpStateQuery } from '#web/features/auth/sign-in-data.ts';
import { SignInForm, type SignInMode } from '#web/features/auth/sign-in-form.tsx';
import { InvitationNote } from '#web/features/projects/invitation-note.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { safeReturnPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** The page for signing in and creating an account. Once signed in, the user continues to the original destination. */
export function SignInPage({ user }: { user: CurrentUser | null }) {
  const [mode, setMode] = useState<SignInMode>('sign-in');
  const [search] = useSearchParams();
  const isNew = mode === 'create-account';
  useDocumentTitle(isNew ? 'Create account' : 'Sign in');
  const returnPath = safeReturnPath(search.get('returnTo'));
  const invited = invitationIn(returnPath);
  if (user) return <Redirect to={returnPath} replace />;
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 sm:py-20">
      <Card className="p-6 sm:p-8">
        <h1 className="text-2xl font-semibold">
          {isNew ? 'Create your account' : invited ? 'Sign in to join' : 'Welcome back'}
        </h1>
        {invited ? (
          <InvitationNote
            token={invited}
            next={isNew ? 'Create an account to join it.' : 'Sign in to join it.'}
          />
        ) : (
          <p className="mt-1 mb-6 text-quiet">
            {isNew
              ? 'Your recordings and transcripts are yours alone.'
              : 'Sign in to your recordings and transcripts.'}
          </p>
        )}
        <SignInForm key={mode} mode={mode} />
        <OtherWay isNew={isNew} onChange={setMode} />
      </Card>
    </div>
  );
}

/** Switches between signing in and creating an account; if sign-up is closed, says whom to ask. */
function OtherWay({ isNew, onChange }: { isNew: boolean; onChange: (mode: SignInMode) => void }) {
  // If unknown, sign-up is offered; the server refuses it with the reason.
  const { data, isPending } = useQuery({ ...signUpStateQuery, enabled: !isNew });
  const isClosed = !isNew && data?.isOpen === false;
  return (
    <p className="mt-6 flex min-h-8 flex-wrap items-center justify-center gap-x-1 text-sm text-quiet">
      {isClosed &&
        'Sign-up is closed here. Please ask whoever runs this installation to create an account for you.'}
      {!isClosed && (isNew || !isPending) && (
        <>
          {isNew ? 'Already have an account?' : 'New here?'}
          <Button
            variant="link"
            size="sm"
            className="px-1.5!"
            onClick={() => onChange(isNew ? 'sign-in' : 'create-account')}
          >
            {isNew ? 'Sign in instead' : 'Create an account'}
          </Button>
        </>
      )}
    </p>
  );
}

/** The token of the invitation that a path leads to; null for other paths. */
function invitationIn(path: string): string | null {
  return /^\/join\/([^/?#]+)$/.exec(path)?.[1] ?? null;
}
