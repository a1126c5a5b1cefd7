import { FolderInput, LogOut, Settings, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { UserId } from '#contract/ids.ts';
import type { Project } from '#contract/projects.ts';
import { formatCount } from '#web/lib/format.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { ColorDot } from './color-dot.tsx';
import { useHasProjectDraft } from './project-form.tsx';
import { ROLE_MEANS, RoleBadge } from './roles.tsx';
import { useLeaveProject } from './use-leave-project.ts';

const ShareDialog = lazily(async () => (await import('./sharing/share-dialog.tsx')).ShareProjectDialog);
const SettingsDialog = lazily(async () => (await import('./settings-dialog.tsx')).SettingsDialog);

interface ProjectHeaderProps {
  project: Project;
  /** The signed-in user; absent until loaded. */
  userId: UserId | undefined;
  onAssign: () => void;
}

type OpenDialog = 'share' | 'settings' | 'leave';

/** A project's name and description, and the actions on the project that the user may take. */
export function ProjectHeader({ project, userId, onAssign }: ProjectHeaderProps) {
  const { name, description, color, role, abilities } = project;
  const [dialog, setDialog] = useState<OpenDialog | null>(useHasProjectDraft(project) ? 'settings' : null);
  const { leave, isPending } = useLeaveProject(project);
  const close = () => setDialog(null);
  return (
    <header>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex items-start gap-3">
            <ColorDot color={color} className="mt-2 size-4.5 sm:mt-2.5" />
            <h1 dir="auto" className="min-w-0 text-2xl font-semibold wrap-anywhere sm:text-3xl">
              {name}
            </h1>
          </div>
          {description && (
            <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line text-quiet">
              {description}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {abilities.edit && (
            <Button size="sm" onClick={onAssign}>
              <FolderInput aria-hidden="true" />
              Assign Transcripts
            </Button>
          )}
          <Button variant="outline" size="sm" onClick={() => setDialog('share')}>
            <Share2 aria-hidden="true" />
            Share
          </Button>
          {abilities.manage ? (
            <Button variant="outline" size="sm" onClick={() => setDialog('settings')}>
              <Settings aria-hidden="true" />
              Settings
            </Button>
          ) : (
            <Button variant="outline" size="sm" isIdle={isPending} onClick={() => setDialog('leave')}>
              <LogOut aria-hidden="true" />
              Leave project
            </Button>
          )}
        </div>
      </div>
      <p className="mt-4 text-sm text-quiet tabular-nums">
        {formatCount(project.transcriptCount, 'transcript')}
        {project.articleCount > 0 && ` · ${formatCount(project.articleCount, 'article')}`} · Created{' '}
        <Ago iso={project.createdAt} />
      </p>
      {role !== 'owner' && (
        <p className="mt-2.5 flex flex-wrap items-center gap-2 text-sm text-quiet">
          <RoleBadge role={role} />
          {ROLE_MEANS[role]}
        </p>
      )}
      {dialog === 'share' && <ShareDialog project={project} open onOpenChange={close} />}
      {dialog === 'settings' && abilities.manage && (
        <SettingsDialog project={project} open onOpenChange={close} />
      )}
      <ConfirmDialog
        open={dialog === 'leave'}
        onOpenChange={close}
        title="Leave this project?"
        description={`Your own transcripts will be removed from "${name}" and stay in your library. You will need a new invitation to come back.`}
        action="Leave project"
        onConfirm={() => userId !== undefined && leave(userId)}
      />
    </header>
  );
}
