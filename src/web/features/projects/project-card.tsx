import { Settings, Share2 } from 'lucide-react';
import { Link } from 'wouter';
import type { Project } from '#contract/projects.ts';
import { formatCount } from '#web/lib/format.ts';
import { projectPath } from '#web/lib/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ColorDot } from './color-dot.tsx';
import { RoleBadge } from './roles.tsx';

export type ProjectAction = 'share' | 'settings';

interface ProjectCardProps {
  project: Project;
  onAction: (action: ProjectAction) => void;
}

export function ProjectCard({ project, onAction }: ProjectCardProps) {
  const { name, description, color, role, abilities } = project;
  return (
    <li className="surface-card flex min-w-0 flex-col p-5">
      <div className="flex items-start gap-3">
        <ColorDot color={color} className="mt-1.5 size-3.5" />
        <h2 dir="auto" className="line-clamp-2 min-w-0 flex-1 text-lg/snug font-semibold wrap-anywhere">
          {name}
        </h2>
        {role !== 'owner' && <RoleBadge role={role} />}
      </div>
      {description && (
        <p dir="auto" className="mt-2 line-clamp-2 text-sm wrap-anywhere text-quiet">
          {description}
        </p>
      )}
      <p className="mt-3 mb-5 text-sm text-quiet tabular-nums">
        {formatCount(project.transcriptCount, 'transcript')} · Created <Ago iso={project.createdAt} />
      </p>
      <div className="mt-auto flex items-center gap-2">
        <Button asChild size="sm" variant="secondary" className="min-w-0 flex-1">
          <Link href={projectPath(project.id)}>
            Open Project <span className="sr-only">{name}</span>
          </Link>
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="size-8.5!"
          aria-label={`Share ${name}`}
          title="Share"
          onClick={() => onAction('share')}
        >
          <Share2 aria-hidden="true" />
        </Button>
        {abilities.manage && (
          <Button
            variant="ghost"
            size="icon"
            className="size-8.5!"
            aria-label={`Settings for ${name}`}
            title="Settings"
            onClick={() => onAction('settings')}
          >
            <Settings aria-hidden="true" />
          </Button>
        )}
      </div>
    </li>
  );
}
