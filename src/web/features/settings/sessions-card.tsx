import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { HOME_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { ActionCard } from './action-card.tsx';
import { signOutEverywhereMutation } from './data.ts';

/** The card that ends the user's sessions on all devices. */
export function SessionsCard() {
  const [isAsking, setAsking] = useState(false);
  const signOut = useMutation({
    ...signOutEverywhereMutation,
    // A full page load, so that no data of the user stays in this window.
    onSuccess: () => location.assign(HOME_PATH),
    onError: (error) => showFailure(error, 'You could not be signed out everywhere.'),
  });
  return (
    <ActionCard title="Sessions" text="End all your sessions, in this browser and on all other devices.">
      <Button variant="outline" isIdle={signOut.isPending} onClick={() => setAsking(true)}>
        <LogOut aria-hidden="true" />
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        description="You will have to sign in again in this browser and on all other devices."
        action="Sign out everywhere"
        onConfirm={() => signOut.mutate()}
      />
    </ActionCard>
  );
}
