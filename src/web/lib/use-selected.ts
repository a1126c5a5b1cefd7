import { useCallback, useState } from 'react';

/** A set of selected ids, and stable functions that select or deselect some of them, and that select others instead. */
export function useSelected<Id>() {
  const [selected, setSelected] = useState<ReadonlySet<Id>>(new Set());
  const select = useCallback((ids: readonly Id[], isSelected: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const selectOnly = useCallback((ids: readonly Id[]) => setSelected(new Set(ids)), []);
  return { selected, select, selectOnly };
}
