import { useEffect, useEffectEvent, useState } from 'react';
import type { TimestampedSegment } from '#contract/segments.ts';
import { segmentElement, segmentIdOf } from '#web/player/segment-id.ts';
import { idsBetween } from './turn-of.ts';

interface Ends {
  from: number;
  to: number;
  by: 'keys' | 'text';
}

/** Several rows that were chosen, by the keys or by selecting their text. */
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
    /** Extends the choice from a row, or begins one there. */
    extend: (from: number, to: number) =>
      setEnds({ from: ends?.by === 'keys' ? ends.from : from, to, by: 'keys' }),
    clear: () => setEnds(null),
  };
}

/** Tells between which rows the text is selected; null when it is not, or within one row. */
function useSelectedRows(isOn: boolean, onSelect: (rows: { from: number; to: number } | null) => void): void {
  const handleSelection = useEffectEvent(() => {
    const selection = getSelection();
    // A field that takes the focus, or a button of ours, is no new selection.
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

/** Marks the chosen rows without drawing them anew. */
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
