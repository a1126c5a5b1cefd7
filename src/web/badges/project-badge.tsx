import { Folder } from 'lucide-react';
import { Link } from 'wouter';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { projectPath } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';

/** A link to the project that a transcript belongs to; nothing if it belongs to none. */
export function ProjectBadge({
  transcript: { projectId, projectName },
}: {
  transcript: Pick<TranscriptListItem, 'projectId' | 'projectName'>;
}) {
  if (projectId === null || projectName === null) return null;
  return (
    <Link href={projectPath(projectId)} className="max-w-full rounded-full hover:underline">
      <Badge tone="brand">
        <Folder aria-hidden="true" />
        <span className="sr-only">Project: </span>
        <span dir="auto" className="max-w-56 truncate">
          {projectName}
        </span>
      </Badge>
    </Link>
  );
}
