import { useQuery } from '@tanstack/react-query';
import { ProjectId } from '#contract/ids.ts';
import { projectQuery } from '#web/features/projects/data.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { ProjectTabs } from './project-tabs.tsx';

/** One project with what it holds. */
export function ProjectPage({ idText }: { idText: string }) {
  const id = /^\d+$/.test(idText) ? ProjectId.safeParse(idText).data : undefined;
  return id === undefined ? <p>Project Not Found</p> : <ValidPage id={id} />;
}

function ValidPage({ id }: { id: ProjectId }) {
  const { data: project } = useQuery(projectQuery(id));
  useDocumentTitle(project?.name ?? 'Project');
  if (!project) return null;
  return (
    <div className="mx-auto max-w-5xl px-4 pt-6 sm:px-6">
      <h1 className="mb-6 text-2xl font-semibold sm:text-3xl">{project.name}</h1>
      <ProjectTabs project={project} />
    </div>
  );
}
