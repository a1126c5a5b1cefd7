import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ActionCard } from './action-card.tsx';
import { passwordStateQuery } from './data.ts';
import { PasswordForm } from './password-form.tsx';

/** The card for changing the password; nothing for users who sign in without one. */
export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(passwordStateQuery);
  if (!data?.isSet) return null;
  return (
    <ActionCard title="Password" text="Changing it ends your sessions on all other devices.">
      <Button variant="outline" onClick={() => setOpen(true)}>
        <KeyRound aria-hidden="true" />
        Change password
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Change password">
        <PasswordForm
          email={email}
          onCancel={() => setOpen(false)}
          onChanged={() => {
            setOpen(false);
            toast({
              title: 'Your password has been changed.',
              description: 'You have been signed out on all other devices.',
            });
          }}
        />
      </Dialog>
    </ActionCard>
  );
}
