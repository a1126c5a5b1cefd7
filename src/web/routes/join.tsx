import { useEffect } from 'react';
import { JoinCard, JoinLoading } from '#web/features/projects/join-card.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { loginPath } from '#web/lib/paths.ts';
import { Toaster } from '#web/ui/toaster.tsx';

interface JoinPageProps {
  token: string;
  signedIn: boolean;
}

/** An invitation to a project. People who are not signed in go to the login first, which leads back here. */
export function JoinPage({ token, signedIn }: JoinPageProps) {
  useDocumentTitle('Invitation');
  useLogin(!signedIn, `/join/${encodeURIComponent(token)}`);
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-12 sm:py-20">
      {signedIn ? <JoinCard token={token} /> : <JoinLoading text="Checking authentication..." />}
      <Toaster />
    </div>
  );
}

/** Goes to the login, which returns to a path. Replaces this page in the history, so that Back does not lead to the login again. */
function useLogin(isNeeded: boolean, path: string): void {
  useEffect(() => {
    if (isNeeded) location.replace(loginPath(path));
  }, [isNeeded, path]);
}
