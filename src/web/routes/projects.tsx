import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { projectsQuery } from '#web/features/projects/data.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { projectPath } from '#web/lib/paths.ts';

/** The projects in which the person is a member. */
export function ProjectsPage() {
  useDocumentTitle('Projects');
  const { data } = useQuery(projectsQuery);
  return (
    <div className="mx-auto max-w-7xl px-4 pt-8 sm:px-6 sm:pt-10">
      <h1 className="text-2xl font-semibold sm:text-3xl">Projects</h1>
      <ul>
        {data?.map((project) => (
          <li key={project.id}>
            <Link href={projectPath(project.id)}>{project.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
