import { useQuery } from '@tanstack/react-query';
import { FolderKanban, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { ProjectId } from '#contract/ids.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { projectsQuery } from '#web/lib/projects-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { useUnauthorized } from '#web/ui/use-unauthorized.ts';
import { type ProjectAction, ProjectCard } from './project-card.tsx';

const ShareDialog = lazily(async () => (await import('./sharing/share-dialog.tsx')).ShareProjectDialog);
const SettingsDialog = lazily(async () => (await import('./settings-dialog.tsx')).SettingsDialog);

/** The projects that the user is a member of. */
export function ProjectList({ onCreate }: { onCreate: () => void }) {
  const projects = useQuery(projectsQuery);
  useUnauthorized(projects.error);
  const [asked, setAsked] = useState<{ action: ProjectAction; id: ProjectId } | null>(null);
  const askedOf = projects.data?.find(({ id }) => id === asked?.id);
  const close = () => setAsked(null);
  if (projects.isPending) return <ProjectsSkeleton />;
  if (!projects.data) {
    return (
      <Card>
        <EmptyState icon={<RefreshCw />} title="The projects could not be loaded">
          <p>Please check your connection.</p>
          <Button variant="outline" size="sm" className="mt-3" onClick={() => void projects.refetch()}>
            Try again
          </Button>
        </EmptyState>
      </Card>
    );
  }
  if (projects.data.length === 0) {
    return (
      <Card>
        <EmptyState icon={<FolderKanban />} title="No projects yet">
          <p>
            A project brings transcripts and articles together, so that you can ask about all of them at once
            and share them with others.
          </p>
          <Button className="mt-5" onClick={onCreate}>
            <Plus aria-hidden="true" />
            Create Your First Project
          </Button>
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ul aria-label="Projects" className={GRID_CLASS}>
        {projects.data.map((project) => (
          <ProjectCard
            key={project.id}
            project={project}
            onAction={(action) => setAsked({ action, id: project.id })}
          />
        ))}
      </ul>
      {askedOf && asked?.action === 'share' && <ShareDialog project={askedOf} open onOpenChange={close} />}
      {askedOf?.abilities.manage && asked?.action === 'settings' && (
        <SettingsDialog project={askedOf} open onOpenChange={close} />
      )}
    </>
  );
}

const GRID_CLASS = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

function ProjectsSkeleton() {
  return (
    <div role="status" className={GRID_CLASS}>
      <span className="sr-only">Loading...</span>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} data-skeleton="" className="surface-card space-y-3 p-5">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-10" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-8.5" />
        </div>
      ))}
    </div>
  );
}
