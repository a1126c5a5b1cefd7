import { useMutation, useQuery } from '@tanstack/react-query';
import { UserMinus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Collaborator, InvitedRole, Project } from '#contract/projects.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Select } from '#web/ui/select.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Skeleton } from '#web/ui/spinner.tsx';
import { changeRoleMutation, collaboratorsQuery, removeMemberMutation } from '../data.ts';
import { ROLE_OPTIONS, RoleBadge } from '../roles.tsx';
import { nameOf } from './member-name.ts';
import { PendingInvitations } from './pending-invitations.tsx';

/** The members of a project. The owner can change their roles and remove them. */
export function TeamMembers({ project }: { project: Project }) {
  const members = useQuery(collaboratorsQuery(project.id));
  if (members.isPending) return <Skeleton className="h-40" />;
  if (!members.data) {
    return <NotLoaded what="The members" error={members.error} onRetry={() => void members.refetch()} />;
  }
  return (
    <div className="space-y-5">
      {!project.abilities.manage && (
        <p className="text-sm text-quiet">
          Only the owner of the project can change roles and invite people.
        </p>
      )}
      <ul aria-label="Members" className="divide-y">
        {members.data.map((member) => (
          <Member key={member.id} project={project} member={member} />
        ))}
      </ul>
      {members.data.length <= 1 && (
        <EmptyState icon={<Users />} title="No collaborators yet">
          {project.abilities.manage && 'Invite people with a link, and they will appear here.'}
        </EmptyState>
      )}
      {project.abilities.manage && <PendingInvitations projectId={project.id} />}
    </div>
  );
}

function Member({ project, member }: { project: Project; member: Collaborator }) {
  const name = nameOf(member);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-ink uppercase"
      >
        {[...name][0]}
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex items-center gap-2">
          <span dir="auto" className="truncate font-medium">
            {name}
          </span>
          <RoleBadge role={member.role} />
        </p>
        <p className="text-sm wrap-anywhere text-quiet">{member.email}</p>
        <p className="text-sm text-quiet">
          Added <Ago iso={member.addedAt} />
        </p>
      </div>
      {project.abilities.manage && member.role !== 'owner' && (
        <MemberControls project={project} member={member} role={member.role} />
      )}
    </li>
  );
}

interface MemberControlsProps {
  project: Project;
  member: Collaborator;
  role: InvitedRole;
}

function MemberControls({ project, member, role }: MemberControlsProps) {
  const [isAsking, setAsking] = useState(false);
  const name = nameOf(member);
  const change = useMutation({
    ...changeRoleMutation,
    onError: (error) => showFailure(error, 'Failed to update role'),
  });
  const remove = useMutation({
    ...removeMemberMutation,
    onError: (error) => showFailure(error, 'Failed to remove collaborator'),
  });
  const ids = { id: project.id, userId: member.id };
  return (
    <div className="flex items-center gap-1.5">
      <Select
        label={`Role of ${name}`}
        isLabelHidden
        value={change.isPending ? change.variables.role : role}
        options={ROLE_OPTIONS}
        onChange={(next) => change.mutate({ ...ids, role: next })}
        className="w-28"
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Remove ${name}`}
        title="Remove"
        isIdle={remove.isPending}
        onClick={() => setAsking(true)}
      >
        <UserMinus aria-hidden="true" />
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${name}?`}
        description={`${name} can no longer open "${project.name}". Their transcripts leave the project and stay in their library.`}
        action="Remove"
        onConfirm={() => remove.mutate(ids)}
      />
    </div>
  );
}
