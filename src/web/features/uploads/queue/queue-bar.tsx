import { UploadCloud } from 'lucide-react';
import type { ReactNode } from 'react';
import { useQueuePart } from './page-queue.ts';
import { queueText } from './queue-text.ts';

/** Says where the queue itself is not shown how far it is, with a way to it. */
export function QueueBar({ children }: { children: ReactNode }) {
  const entries = useQueuePart((state) => state?.entries);
  const hold = useQueuePart((state) => state?.hold ?? null);
  const text = entries && queueText(entries, hold);
  if (!text) return null;
  return (
    <aside
      aria-label="Upload queue"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b bg-brand-soft px-4 py-1.5 text-sm text-brand-ink"
    >
      <UploadCloud className="size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 tabular-nums">{text}</p>
      {children}
    </aside>
  );
}
