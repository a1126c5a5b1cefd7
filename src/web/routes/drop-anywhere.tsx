import { UploadCloud } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { checkFile } from '#web/features/uploads/check-file.ts';
import { offerDroppedFile } from '#web/features/uploads/dropped-file.ts';
import { isDialogOpen } from '#web/lib/open-overlay.ts';
import { toast } from '#web/ui/toast-store.ts';

/**
 * Takes a file that is dropped beside any drop zone: it is selected for upload in the workspace. Without this, the browser would leave the
 * page and open the file. Dialogs take no files that they do not ask for.
 */
export function DropAnywhere({ onDropped }: { onDropped: () => void }) {
  const [isOver, setIsOver] = useState(false);
  const handle = useEffectEvent((event: DragEvent) => {
    const transfer = event.dataTransfer;
    if (!transfer?.types.includes('Files')) return;
    // A drop zone has taken it.
    const isTaken = event.defaultPrevented;
    const isRefused = isDialogOpen();
    event.preventDefault();
    setIsOver(event.type === 'dragover' && !isTaken && !isRefused);
    if (isTaken) return;
    if (isRefused) transfer.dropEffect = 'none';
    const file = transfer.files[0];
    if (event.type !== 'drop' || isRefused || !file) return;
    const problem = checkFile(file);
    if (problem) return toast({ title: file.name, description: problem, variant: 'destructive' });
    offerDroppedFile(file);
    onDropped();
  });
  useEffect(() => {
    const listener = (event: DragEvent) => handle(event);
    // Without a related target the pointer has left the window.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsOver(false);
    addEventListener('dragover', listener);
    addEventListener('drop', listener);
    addEventListener('dragleave', leave);
    return () => {
      removeEventListener('dragover', listener);
      removeEventListener('drop', listener);
      removeEventListener('dragleave', leave);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-60 grid place-items-center rounded-2xl border-2 border-dashed border-brand bg-brand-soft/80">
      <p className="flex items-center gap-3 rounded-xl bg-surface px-5 py-4 font-semibold shadow-float">
        <UploadCloud className="size-6 text-brand-ink" aria-hidden="true" />
        Drop the recording to transcribe it
      </p>
    </div>
  );
}
