import type { TranscriptStatus } from '#contract/transcripts.ts';
import { hasFailed } from '#web/lib/transcript-status.ts';
import { Badge } from '#web/ui/badge.tsx';

interface StatusBadgeProps {
  status: TranscriptStatus;
  /** Why it failed, by its stable code. */
  errorCode?: string | null;
  /** What a completed one is called here. */
  completed?: 'Completed' | 'Ready';
}

/** A status that this version does not know is shown as it is, in the neutral style. What was cancelled is no error. */
export function StatusBadge({ status, errorCode, completed = 'Completed' }: StatusBadgeProps) {
  if (hasFailed(status)) {
    return errorCode === 'cancelled' ? <Badge>Cancelled</Badge> : <Badge tone="bad">Error</Badge>;
  }
  if (status === 'completed') return <Badge tone="good">{completed}</Badge>;
  if (status === 'processing') return <Badge tone="brand">Processing</Badge>;
  return <Badge>{status}</Badge>;
}
