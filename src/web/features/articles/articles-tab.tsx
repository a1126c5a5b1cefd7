import type { Project } from '#contract/projects.ts';

export interface ArticlesTabProps {
  project: Project;
}

/** The place of the articles of a project. */
export function ArticlesTab({ project }: ArticlesTabProps) {
  return <p className="text-quiet">{project.name}</p>;
}
