import { useEffect, useEffectEvent, useState } from 'react';
import type { TimestampedSegment } from '#contract/segments.ts';
import { segmentElement, segmentIdOf } from '#web/player/segment-id.ts';
import { idsBetween } from './turn-of.ts';

interface Ends {
  from: number;
  to: number;
  by: 'keys' | 'text';
}

/** Several rows selected with the keyboard or by selecting their text. */
export function useRowChoice(segments: readonly TimestampedSegment[], isEditing: boolean) {
  const [ends, setEnds] = useState<Ends | null>(null);
  const ids = ends && isEditing ? idsBetween(segments, ends.from, ends.to) : [];
  useSelectedRows(isEditing, (rows) => {
    if (rows) setEnds({ ...rows, by: 'text' });
    else if (ends?.by === 'text') setEnds(null);
  });
  useChosenMark(ends?.by === 'keys' ? ids : []);
  return {
    ids,
    /** Their text is selected, from a place in the first to a place in the last. */
    isText: ends?.by === 'text',
    /** Extends the selection from a row, or starts one there. */
    extend: (from: number, to: number) =>
      setEnds({ from: ends?.by === 'keys' ? ends.from : from, to, by: 'keys' }),
    clear: () => setEnds(null),
  };
}

/** The rows between which text is selected; null if none is, or only within one row. */
function useSelectedRows(isOn: boolean, onSelect: (rows: { from: number; to: number } | null) => void): void {
  const handleSelection = useEffectEvent(() => {
    const selection = getSelection();
    // Focusing a field or one of our buttons is not a new selection.
    if (selection?.isCollapsed && document.activeElement?.closest('[role="toolbar"], [role="menu"]')) return;
    const from = selection?.isCollapsed ? null : segmentIdOf(selection?.anchorNode ?? null);
    const to = segmentIdOf(selection?.focusNode ?? null);
    onSelect(from === null || to === null || from === to ? null : { from, to });
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = () => handleSelection();
    document.addEventListener('selectionchange', listener);
    return () => document.removeEventListener('selectionchange', listener);
  }, [isOn]);
}

/** Marks the selected rows without rendering them again. */
function useChosenMark(ids: readonly number[]): void {
  const key = ids.join(' ');
  useEffect(() => {
    const rows = key === '' ? [] : key.split(' ').flatMap((id) => segmentElement(Number(id)) ?? []);
    for (const row of rows) row.dataset.chosen = '';
    return () => {
      for (const row of rows) delete row.dataset.chosen;
    };
  }, [key]);
}
