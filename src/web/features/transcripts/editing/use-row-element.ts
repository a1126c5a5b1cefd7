import { useLayoutEffect, useState } from 'react';
import { segmentElement } from '#web/player/segment-id.ts';

interface RowPlace {
  segmentId: number;
  /** The row's key, which stays the same while its segment gets its real id. */
  key: number;
}

/** The element of a row, once it is rendered; a new `stage` looks it up again. */
export function useRowElement(place: RowPlace | null, stage: unknown): HTMLElement | null {
  const [found, setFound] = useState<{ key: number; row: HTMLElement | null } | null>(null);
  const segmentId = place?.segmentId ?? null;
  const key = place?.key ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows come and go with the segments.
  useLayoutEffect(() => {
    setFound(segmentId === null || key === null ? null : { key, row: segmentElement(segmentId) });
  }, [segmentId, key, stage]);
  // The element of another row must not contain this row's field, not even for one render.
  return found && found.key === key ? found.row : null;
}
