import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { passwordStateQuery } from './data.ts';
import { PasswordForm } from './password-form.tsx';

/** For who signs in by a password; nothing for others. */
export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(passwordStateQuery);
  if (!data?.isSet) return null;
  return (
    <Card
      aria-labelledby="password-title"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 sm:p-6"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="password-title" className="text-lg font-semibold">
          Password
        </h2>
        <p className="mt-1 text-sm text-quiet">A new one ends your sessions on all other devices.</p>
      </div>
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
    </Card>
  );
}
