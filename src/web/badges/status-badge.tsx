import type { TranscriptStatus } from '#contract/transcripts.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const STATUSES: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  processing: { label: 'Processing', tone: 'brand' },
  failed: { label: 'Error', tone: 'bad' },
  error: { label: 'Error', tone: 'bad' },
};

interface StatusBadgeProps {
  status: TranscriptStatus;
  /** Why it failed, by its stable code. */
  errorCode?: string | null;
  /** What a completed one is called here. */
  completed?: 'Completed' | 'Ready';
}

/** A status that this version does not know is shown as it is, in the neutral style. What was cancelled is no error. */
export function StatusBadge({ status, errorCode, completed = 'Completed' }: StatusBadgeProps) {
  if (status === 'failed' && errorCode === 'cancelled') return <Badge>Cancelled</Badge>;
  if (status === 'completed') return <Badge tone="good">{completed}</Badge>;
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  return <Badge tone={known?.tone ?? 'neutral'}>{known?.label ?? status}</Badge>;
}
