import type { InvitedRole, ProjectRole } from '#contract/projects.ts';
import { Badge } from '#web/ui/badge.tsx';

const LABELS: Readonly<Record<ProjectRole, string>> = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' };

/** What members with each role may do. */
export const ROLE_MEANS: Readonly<Record<InvitedRole, string>> = {
  editor:
    'Can add and remove transcripts and take part in the AI chat. Can also correct their texts, and add and delete articles',
  viewer: 'Can view transcripts and AI conversations',
};

export const ROLE_OPTIONS = [
  { value: 'viewer', label: LABELS.viewer },
  { value: 'editor', label: LABELS.editor },
] as const satisfies readonly { value: InvitedRole; label: string }[];

export function RoleBadge({ role }: { role: ProjectRole }) {
  return <Badge tone={role === 'owner' ? 'brand' : 'neutral'}>{LABELS[role]}</Badge>;
}
