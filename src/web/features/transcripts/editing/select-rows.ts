import { flushSync } from 'react-dom';
import type { TextRange } from '#domain/converted-text.ts';
import { segmentElement, segmentIdOf } from '#web/player/segment-id.ts';
import { offsetAt } from '#web/player/text-offset.ts';
import type { RowPlace } from './carry-over.ts';

/** Selects the text between two places, each in the words of a row that is not written in. */
export function selectBetween(anchor: RowPlace, focus: RowPlace): void {
  const [from, to] = [nodePlace(anchor), nodePlace(focus)];
  if (from && to) getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

function nodePlace({ segmentId, offset }: RowPlace): { node: Node; offset: number } | null {
  const words = segmentElement(segmentId)?.querySelector(':scope > .segment-words');
  const node = words?.firstChild;
  if (node instanceof Text) return { node, offset: Math.min(offset, node.length) };
  return words ? { node: words, offset: 0 } : null;
}

/** The end of a field's selection that stays when the other one is moved. */
export function anchorIn({ selectionStart, selectionEnd, selectionDirection }: HTMLTextAreaElement): number {
  return selectionDirection === 'backward' ? selectionEnd : selectionStart;
}

/** What a drag over rows does. */
interface RowDrag {
  /** Leaves the row that is written in. */
  leave: () => void;
  openAt: (segmentId: number, range: TextRange) => void;
}

/** Lets a drag that begins in the row that is written in go on over other rows, which a field does not allow. */
export function watchDrag(event: MouseEvent, { leave, openAt }: RowDrag): void {
  const field = event.target instanceof HTMLTextAreaElement ? event.target : null;
  const segmentId = segmentIdOf(field);
  if (!field || segmentId === null || event.button !== 0) return;
  const own = { segmentId, field };
  const aborter = new AbortController();
  let anchor: RowPlace | null = null;
  let focus: RowPlace | null = null;

  function move({ clientX: x, clientY: y }: MouseEvent): void {
    const words = document.elementFromPoint(x, y)?.closest<HTMLElement>('.segment-words') ?? null;
    const overId = segmentIdOf(words);
    if (!words || overId === null) return;
    if (!anchor) {
      if (overId === own.segmentId) return;
      anchor = { segmentId: own.segmentId, offset: anchorIn(own.field) };
      // The words stand again where the field was.
      flushSync(leave);
    }
    const offset = offsetAt(words, { x, y });
    if (offset === null) return;
    focus = { segmentId: overId, offset };
    selectBetween(anchor, focus);
  }

  function end(): void {
    aborter.abort();
    if (!anchor || focus?.segmentId !== anchor.segmentId) return;
    const [start, stop] = [anchor.offset, focus.offset].sort((a, b) => a - b);
    openAt(anchor.segmentId, { start: start ?? 0, end: stop ?? 0 });
  }

  const { signal } = aborter;
  document.addEventListener('mousemove', (moved) => (moved.buttons & 1 ? move(moved) : end()), { signal });
  document.addEventListener('mouseup', end, { signal });
}
