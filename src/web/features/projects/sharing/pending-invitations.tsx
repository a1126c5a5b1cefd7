import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId } from 'react';
import type { ProjectId } from '#contract/ids.ts';
import type { Invitation } from '#contract/projects.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-field.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { cancelInvitationMutation, invitationsQuery } from '../data.ts';
import { RoleBadge } from '../roles.tsx';

/** The invitation links that nobody has used yet; renders nothing if there are none. */
export function PendingInvitations({ projectId }: { projectId: ProjectId }) {
  const id = useId();
  const { data: invitations = [] } = useQuery(invitationsQuery(projectId));
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby={id} className="border-t pt-5">
      <h3 id={id} className="font-semibold">
        Pending invitations
      </h3>
      <ul className="divide-y">
        {invitations.map((invitation) => (
          <PendingInvitation key={invitation.id} projectId={projectId} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function PendingInvitation({ projectId, invitation }: { projectId: ProjectId; invitation: Invitation }) {
  const cancel = useMutation({
    ...cancelInvitationMutation,
    onError: (error) => showFailure(error, 'Failed to cancel invitation'),
  });
  return (
    <li className="space-y-2.5 py-4 last:pb-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-medium">
            Shareable Link <RoleBadge role={invitation.role} />
          </p>
          <p className="text-sm text-quiet">
            Created <Ago iso={invitation.createdAt} /> · Expires <Ago iso={invitation.expiresAt} />
          </p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          className="-mt-1"
          aria-label="Cancel invitation"
          title="Cancel invitation"
          isIdle={cancel.isPending}
          onClick={() => cancel.mutate({ id: projectId, invitationId: invitation.id })}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <CopyField label="Shareable link" text={invitation.inviteLink} />
    </li>
  );
}
