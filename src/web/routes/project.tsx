import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FolderX, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ProjectId } from '#contract/ids.ts';
import type { ProjectTranscript } from '#contract/projects.ts';
import { userQuery } from '#web/features/auth/data.ts';
import { projectQuery } from '#web/features/projects/data.ts';
import { ProjectHeader } from '#web/features/projects/project-header.tsx';
import { ApiError } from '#web/lib/api.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { PROJECTS_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { useUnauthorized } from '#web/ui/use-unauthorized.ts';
import { ProjectTabs } from './project-tabs.tsx';

const AssignDialog = lazily(
  async () => (await import('#web/features/projects/assign-dialog.tsx')).AssignDialog,
);
const ExportTogetherDialog = lazily(
  async () => (await import('#web/exports/export-together-dialog.tsx')).ExportTogetherDialog,
);

/** The page of a project; `?tab=` selects the open tab. */
export function ProjectPage({ idText }: { idText: string }) {
  const id = /^\d+$/.test(idText) ? ProjectId.safeParse(idText).data : undefined;
  const [toExport, setToExport] = useState<{ name: string; transcripts: readonly ProjectTranscript[] }>();
  return (
    <div className="mx-auto max-w-5xl px-4 pt-6 sm:px-6">
      {id === undefined ? (
        <NotFound />
      ) : (
        <KnownProject id={id} onExport={(name, transcripts) => setToExport({ name, transcripts })} />
      )}
      {/* Also for somebody who is no longer a member: what was exported until then is there in the end. */}
      {toExport && (
        <ExportTogetherDialog
          items={toExport.transcripts}
          name={toExport.name}
          onClose={() => setToExport(undefined)}
        />
      )}
    </div>
  );
}

interface KnownProjectProps {
  id: ProjectId;
  onExport: (projectName: string, transcripts: readonly ProjectTranscript[]) => void;
}

function KnownProject({ id, onExport }: KnownProjectProps) {
  const project = useQuery(projectQuery(id));
  const { data: user } = useQuery(userQuery);
  const [isAssigning, setAssigning] = useState(false);
  useUnauthorized(project.error);
  useDocumentTitle(project.data?.name ?? 'Project');
  if (project.isPending) return <ProjectSkeleton />;
  // Also for a project that was shown until now: it was deleted, or the user is no longer a member.
  if (project.error instanceof ApiError && project.error.status === 404) return <NotFound />;
  if (!project.data) return <NotThere onRetry={() => void project.refetch()} />;
  return (
    <>
      <BackToProjects />
      <ProjectHeader project={project.data} userId={user?.id} onAssign={() => setAssigning(true)} />
      <div className="mt-6">
        <ProjectTabs
          project={project.data}
          onAssign={() => setAssigning(true)}
          onExport={(transcripts) => onExport(project.data.name, transcripts)}
        />
      </div>
      {isAssigning && project.data.abilities.edit && (
        <AssignDialog project={project.data} open onOpenChange={setAssigning} />
      )}
    </>
  );
}

function BackToProjects() {
  return (
    <Button asChild variant="ghost" size="sm" className="mb-3 -ml-3">
      <Link href={PROJECTS_PATH}>
        <ArrowLeft aria-hidden="true" />
        Back to Projects
      </Link>
    </Button>
  );
}

function NotFound() {
  useDocumentTitle('Project Not Found');
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-4 py-20 text-center">
      <FolderX className="size-12 text-quiet" aria-hidden="true" />
      <h1 className="mt-4 text-2xl font-semibold">Project Not Found</h1>
      <p className="mt-2 text-quiet">It may have been deleted, or you are not one of its members.</p>
      <Button asChild className="mt-6">
        <Link href={PROJECTS_PATH}>Back to Projects</Link>
      </Button>
    </div>
  );
}

function NotThere({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <EmptyState icon={<RefreshCw />} title="The project could not be loaded">
        <p>Please check your connection.</p>
        <Button variant="outline" size="sm" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </Card>
  );
}

function ProjectSkeleton() {
  return (
    <div role="status" className="space-y-4 pt-12">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-9 w-1/2" />
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-12" />
      <Skeleton className="h-40" />
    </div>
  );
}
