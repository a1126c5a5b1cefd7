import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { HOME_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { tellFailure } from '#web/ui/tell-failure.ts';
import { signOutEverywhereMutation } from './data.ts';

/** For who has left a session open on another device. */
export function SessionsCard() {
  const [isAsking, setAsking] = useState(false);
  const signOut = useMutation({
    ...signOutEverywhereMutation,
    // A full load: nothing of the person stays in this window.
    onSuccess: () => location.assign(HOME_PATH),
    onError: (error) => tellFailure(error, 'You could not be signed out everywhere.'),
  });
  return (
    <Card
      aria-labelledby="sessions-title"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 sm:p-6"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="sessions-title" className="text-lg font-semibold">
          Sessions
        </h2>
        <p className="mt-1 text-sm text-quiet">
          End every session of yours, in this browser and on all other devices.
        </p>
      </div>
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
    </Card>
  );
}
