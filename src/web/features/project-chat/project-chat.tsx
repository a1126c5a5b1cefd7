import type { Project } from '#contract/projects.ts';

export interface ProjectChatProps {
  project: Project;
}

/** The place of the conversation about a project. */
export function ProjectChat({ project }: ProjectChatProps) {
  return <p className="text-quiet">{project.name}</p>;
}
