import { useEffect, useRef, useState } from 'react';
import type { TimestampedSegment } from '#contract/segments.ts';
import { wordRanges } from '#domain/words.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import type { WordsOfSegments } from '#web/player/data.ts';
import { scrollToRow } from '#web/player/scroll-to-row.ts';
import { segmentElement, timeButtonOf } from '#web/player/segment-id.ts';
import { withWords } from '#web/player/with-words.ts';
import { BAR_SELECTOR } from './use-times-keys.ts';

interface Opened {
  segmentId: number;
  /** The word at the caret; null without one. */
  firstWord: number | null;
}

/** Which passage's times are being set, if any. */
export function useTimesOpening({
  segments,
  leaveRow,
}: {
  segments: readonly TimestampedSegment[];
  /** Leaves the row that is being written in. */
  leaveRow: () => void;
}) {
  const [opened, setOpened] = useState<Opened | null>(null);
  useTimedMark(opened?.segmentId ?? null);
  const leave = useRef<((segmentId: number) => void) | null>(null);

  return {
    opened,
    open: (segmentId: number, words: WordsOfSegments | undefined) => {
      const segment = segments.find(({ id }) => id === segmentId);
      if (!segment) return;
      const firstWord = wordAtCaret(segment, words);
      leaveRow();
      if (leave.current && opened?.segmentId === segmentId) return focusQuietly(firstHandle());
      // One passage is left for another as by the keys: what was changed is saved.
      if (leave.current) leave.current(segmentId);
      else setOpened({ segmentId, firstWord });
    },
    go: (segmentId: number) => {
      setOpened({ segmentId, firstWord: null });
      bringIntoView(segmentElement(segmentId));
    },
    close: () => {
      setOpened(null);
      focusQuietly(timeButtonOf(opened && segmentElement(opened.segmentId)));
    },
    onReady: (goTo: ((segmentId: number) => void) | null) => {
      leave.current = goTo;
    },
  };
}

const firstHandle = () => document.querySelector<HTMLElement>(`${BAR_SELECTOR} [role="slider"]`);

/** Marks the row of the passage whose times are being set. */
function useTimedMark(segmentId: number | null): void {
  useEffect(() => {
    const row = segmentId === null ? null : segmentElement(segmentId);
    if (!row) return;
    row.dataset.timed = '';
    return () => {
      delete row.dataset.timed;
    };
  }, [segmentId]);
}

/** Scrolls to a row unless it can be seen below the bar. */
function bringIntoView(row: HTMLElement | null): void {
  const barBottom = document.querySelector(BAR_SELECTOR)?.getBoundingClientRect().bottom ?? 0;
  const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
  if (row && (top < barBottom || bottom > innerHeight)) scrollToRow(row);
}

/** The index of the word at the caret of the row being written in; null if that is not the row, or without words. */
function wordAtCaret(segment: TimestampedSegment, words: WordsOfSegments | undefined): number | null {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || field.closest('.segment') !== segmentElement(segment.id))
    return null;
  const index = wordRanges(withWords(segment, words)).findLastIndex(
    (range) => range !== null && range.start <= field.selectionStart,
  );
  return index < 0 ? null : index;
}
