import { useEffect, useEffectEvent } from 'react';

let dropped: File | null = null;
const watchers = new Set<() => void>();

/** Hands a file that was dropped anywhere on the page to the upload panel, now or as soon as it is shown. */
export function offerDroppedFile(file: File): void {
  dropped = file;
  for (const notify of watchers) notify();
}

/** Takes the files that are dropped anywhere on the page, each once. */
export function useDroppedFile(onFile: (file: File) => void): void {
  const take = useEffectEvent(() => {
    const file = dropped;
    dropped = null;
    if (file) onFile(file);
  });
  useEffect(() => {
    const notify = () => take();
    watchers.add(notify);
    notify();
    return () => void watchers.delete(notify);
  }, []);
}
