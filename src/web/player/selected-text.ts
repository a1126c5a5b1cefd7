import { segmentIdOf } from './segment-id.ts';

/** A place in the words of a segment. */
export interface TextPlace {
  segmentId: number;
  offset: number;
}

/** Where the text that is selected on the page starts and ends; null if nothing in the words of a transcript is. */
export function selectedText(): { start: TextPlace; end: TextPlace } | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const rows = [...document.querySelectorAll<HTMLElement>('.segment-words')].filter((words) =>
    range.intersectsNode(words),
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const start = placeIn(first, range.startContainer, range.startOffset, 0);
  const end = placeIn(last, range.endContainer, range.endOffset, last.textContent?.length ?? 0);
  return start && end ? { start, end } : null;
}

/** The selection may begin or end outside of the words, for example in the time beside them: then the row's own end counts. */
function placeIn(words: HTMLElement, node: Node, offset: number, otherwise: number): TextPlace | null {
  const segmentId = segmentIdOf(words);
  if (segmentId === null) return null;
  const isInside = node instanceof Text && words.contains(node);
  return { segmentId, offset: isInside ? offset : otherwise };
}
