import { useEffect } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { CONSENT_PATH } from '#contract/mcp.ts';
import { ConsentCard } from '#web/features/assistants/consent-card.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { loginPath } from '#web/lib/paths.ts';
import { PageLoading } from '#web/ui/spinner.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

/** Where a person lets an assistant in, or not. People who are not signed in go to the login first, which leads back here. */
export function ConsentPage({ uid, user }: { uid: string; user: CurrentUser | null }) {
  useDocumentTitle('Connect an assistant');
  const path = `${CONSENT_PATH}/${encodeURIComponent(uid)}`;
  const isStranger = user === null;
  useEffect(() => {
    if (isStranger) location.replace(loginPath(path));
  }, [isStranger, path]);
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-12 sm:py-20">
      {user ? <ConsentCard uid={uid} user={user} /> : <PageLoading text="Checking authentication..." />}
      <Toaster />
    </div>
  );
}
