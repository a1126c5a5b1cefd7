import { useQuery } from '@tanstack/react-query';
import { AssistantsCard } from '#web/features/assistants/assistants-card.tsx';
import { userQuery } from '#web/features/auth/data.ts';
import { ApiKeysCard } from '#web/features/settings/api-keys-card.tsx';
import { PasswordCard } from '#web/features/settings/password-card.tsx';
import { SessionsCard } from '#web/features/settings/sessions-card.tsx';
import { SpeechServerCard } from '#web/features/settings/speech-server-card.tsx';
import { TokensCard } from '#web/features/settings/tokens-card.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';

/** The page with the user's settings. */
export function SettingsPage() {
  useDocumentTitle('Settings');
  const { data: user } = useQuery(userQuery);
  return (
    <div className="mx-auto max-w-3xl space-y-6 px-4 pt-8 sm:px-6 sm:pt-10">
      <h1 className="text-2xl font-semibold sm:text-3xl">Settings</h1>
      <ApiKeysCard />
      <SpeechServerCard />
      <TokensCard />
      <AssistantsCard />
      {user && <PasswordCard email={user.email} />}
      <SessionsCard />
    </div>
  );
}
