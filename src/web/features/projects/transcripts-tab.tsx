import { useQuery } from '@tanstack/react-query';
import type { Project } from '#contract/projects.ts';
import { projectTranscriptsQuery } from './data.ts';

/** The transcripts of a project. */
export function TranscriptsTab({ project }: { project: Project }) {
  const { data } = useQuery(projectTranscriptsQuery(project.id));
  return (
    <ul>
      {data?.map((item) => (
        <li key={item.id}>{item.title}</li>
      ))}
    </ul>
  );
}
