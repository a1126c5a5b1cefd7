import type { TranscriptStatus } from '#contract/transcripts.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const STATUSES: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  processing: { label: 'Processing', tone: 'brand' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Error', tone: 'bad' },
  error: { label: 'Error', tone: 'bad' },
};

/** A status that this version does not know is shown as it is, in the neutral style. */
export function StatusBadge({ status }: { status: TranscriptStatus }) {
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  return <Badge tone={known?.tone ?? 'neutral'}>{known?.label ?? status}</Badge>;
}
