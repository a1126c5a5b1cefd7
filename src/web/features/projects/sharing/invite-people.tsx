import { useMutation } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { INVITATION_DAYS } from '#contract/limits.ts';
import type { InvitedRole, Project } from '#contract/projects.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { inviteMutation } from '../data.ts';
import { ROLE_MEANS, ROLE_OPTIONS } from '../roles.tsx';

/** Creates an invitation link, with which one person can join. */
export function InvitePeople({ project }: { project: Project }) {
  const [role, setRole] = useState<InvitedRole>('viewer');
  const invite = useMutation({
    ...inviteMutation,
    onError: (error) => showFailure(error, 'Failed to send invitation'),
  });
  if (!project.abilities.manage) {
    return <p className="text-sm text-quiet">Only the owner of the project can invite people.</p>;
  }
  return (
    <div className="space-y-5">
      <div>
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label="Permission Level"
            value={role}
            options={ROLE_OPTIONS}
            onChange={setRole}
            className="min-w-40 flex-1"
          />
          <Button isIdle={invite.isPending} onClick={() => invite.mutate({ id: project.id, role })}>
            {invite.isPending ? <Spinner className="size-4.5" /> : <Link2 aria-hidden="true" />}
            Generate Invite Link
          </Button>
        </div>
        <p className="mt-2 text-sm text-quiet">{ROLE_MEANS[role]}.</p>
      </div>
      <div role="status">
        {invite.data && (
          <>
            <CopyField label="Invite link" text={invite.data.inviteLink} />
            <p className="mt-2 text-sm text-quiet">
              {`This link will expire in ${INVITATION_DAYS} days. Anyone with this link can join the project with ${invite.data.role} permissions.`}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
