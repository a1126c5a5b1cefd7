import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '#contract/projects.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TabStrip } from '#web/ui/tabs.tsx';
import { InvitePeople } from './invite-people.tsx';
import { TeamMembers } from './team-members.tsx';

interface ShareDialogProps {
  project: Project;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog with the members of a project and its invitation links. */
export function ShareProjectDialog({ project, open, onOpenChange }: ShareDialogProps) {
  const [tab, setTab] = useState('members');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="medium"
      title="Share Project"
      description={project.name}
    >
      <div className="mt-5">
        <TabStrip
          label="Sharing"
          current={tab}
          onChange={setTab}
          small="strip"
          tabs={[
            {
              id: 'members',
              label: 'Team Members',
              icon: <Users aria-hidden="true" />,
              content: <TeamMembers project={project} />,
            },
            {
              id: 'invite',
              label: 'Invite People',
              icon: <UserPlus aria-hidden="true" />,
              content: <InvitePeople project={project} />,
            },
          ]}
        />
      </div>
    </Dialog>
  );
}
