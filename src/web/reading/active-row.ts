import { segmentElement, segmentIdOf, segmentTextNode } from '#web/player/segment-id.ts';
import { selectedText } from '#web/player/selected-text.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { SelectedText } from './use-text-selection.ts';

/** Shown if something is to be done with words and there are none. */
export const SELECT_FIRST = {
  title: 'Select words first',
  description: 'Or play the recording: then it is the active row.',
};

/** What a key does with words: with the selected ones, or with the active row; without either, it says what to do first. */
export function withChosenWords(run: (words: SelectedText) => void): void {
  const chosen = selectedText() ?? activeRow();
  if (chosen) run(chosen);
  else toast(SELECT_FIRST);
}

/** The whole text of the segment being played or focused, as if it were selected; null if there is none. */
export function activeRow(): SelectedText | null {
  const { activeElement } = document;
  const row =
    activeElement?.closest<HTMLElement>('.segment') ??
    document.querySelector<HTMLElement>('.segment[aria-current="true"]');
  const segmentId = segmentIdOf(row);
  const text = segmentId === null ? '' : shownText(segmentId);
  if (segmentId === null || text === '') return null;
  return { start: { segmentId, offset: 0 }, end: { segmentId, offset: text.length } };
}

/** The text of a segment as the page shows it; empty if it does not. */
export function shownText(segmentId: number): string {
  const row = segmentElement(segmentId);
  return (row && segmentTextNode(row)?.data) ?? '';
}
