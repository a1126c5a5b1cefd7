import { useEffect, useEffectEvent } from 'react';

/** A file, or that several have been added to the queue. */
type Dropped = File | 'queue';

let dropped: Dropped | null = null;
const watchers = new Set<() => void>();

/** Hands what was dropped anywhere on the page to the upload panel, now or as soon as it is shown. */
export function offerDropped(what: Dropped): void {
  dropped = what;
  for (const notify of watchers) notify();
}

/** Takes what is dropped anywhere on the page, each once. */
export function useDropped(onDropped: (what: Dropped) => void): void {
  const take = useEffectEvent(() => {
    const what = dropped;
    dropped = null;
    if (what) onDropped(what);
  });
  useEffect(() => {
    const notify = () => take();
    watchers.add(notify);
    notify();
    return () => void watchers.delete(notify);
  }, []);
}
