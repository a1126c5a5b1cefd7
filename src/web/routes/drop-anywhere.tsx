import { UploadCloud } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { droppedItems } from '#web/features/uploads/queue/find-files.ts';
import { takeDropped } from '#web/features/uploads/take-dropped.ts';
import { isDialogOpen } from '#web/lib/open-overlay.ts';
import { toast } from '#web/ui/toast-store.ts';

/**
 * Takes what is dropped beside any drop zone: a file is selected for upload in the workspace, several or a folder go into the queue.
 * Without this, the browser would leave the page and open the file. Dialogs take no files that they do not ask for.
 */
export function DropAnywhere({ onDropped }: { onDropped: () => void }) {
  /** How many things are over the page; 0 for none. */
  const [over, setOver] = useState(0);
  const handle = useEffectEvent((event: DragEvent) => {
    const transfer = event.dataTransfer;
    if (!transfer?.types.includes('Files')) return;
    // A drop zone has taken it.
    const isTaken = event.defaultPrevented;
    const isRefused = isDialogOpen();
    event.preventDefault();
    setOver(event.type === 'dragover' && !isTaken && !isRefused ? Math.max(1, transfer.items.length) : 0);
    if (isTaken) return;
    if (isRefused) transfer.dropEffect = 'none';
    if (event.type !== 'drop' || isRefused) return;
    const items = droppedItems(transfer);
    if (items.length === 0) return;
    const problem = takeDropped(items);
    if (problem)
      return toast({ title: items[0]?.file?.name ?? '', description: problem, variant: 'destructive' });
    onDropped();
  });
  useEffect(() => {
    const listener = (event: DragEvent) => handle(event);
    // Without a related target the pointer has left the window.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(0);
    addEventListener('dragover', listener);
    addEventListener('drop', listener);
    addEventListener('dragleave', leave);
    return () => {
      removeEventListener('dragover', listener);
      removeEventListener('drop', listener);
      removeEventListener('dragleave', leave);
    };
  }, []);
  if (over === 0) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-60 grid place-items-center rounded-2xl border-2 border-dashed border-brand bg-brand-soft/80">
      <p className="flex items-center gap-3 rounded-xl bg-surface px-5 py-4 font-semibold shadow-float">
        <UploadCloud className="size-6 text-brand-ink" aria-hidden="true" />
        {over === 1
          ? 'Drop the recording to transcribe it'
          : 'Drop the files to add them to the upload queue'}
      </p>
    </div>
  );
}
