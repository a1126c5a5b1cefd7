import type { TranscriptStatus } from '#contract/transcripts.ts';
import { hasFailed } from '#web/lib/transcript-status.ts';
import { Badge } from '#web/ui/badge.tsx';

interface StatusBadgeProps {
  status: TranscriptStatus;
  /** The stable code of the reason for a failure. */
  errorCode?: string | null;
  /** The label of a completed transcript. */
  completed?: 'Completed' | 'Ready';
}

/** A transcript's status. A status that this version does not know is shown as it is, in a neutral style. Cancelled is not shown as an error. */
export function StatusBadge({ status, errorCode, completed = 'Completed' }: StatusBadgeProps) {
  if (hasFailed(status)) {
    return errorCode === 'cancelled' ? <Badge>Cancelled</Badge> : <Badge tone="bad">Error</Badge>;
  }
  if (status === 'completed') return <Badge tone="good">{completed}</Badge>;
  if (status === 'processing') return <Badge tone="brand">Processing</Badge>;
  return <Badge>{status}</Badge>;
}
