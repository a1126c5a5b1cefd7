const PREFIX = 'segment-';

/** The element of a segment's row; looked up by id, since there can be thousands. */
export function segmentElementId(index: number): string {
  return PREFIX + index;
}

export function segmentElement(index: number): HTMLElement | null {
  return document.getElementById(segmentElementId(index));
}

/** The one text node of a segment's words. */
export function segmentTextNode(row: HTMLElement): Text | null {
  const node = row.querySelector('.segment-words')?.firstChild;
  return node instanceof Text ? node : null;
}

/** The index of the segment whose row an element is in; null outside. */
export function segmentIndexOf(element: Element | null): number | null {
  const row = element?.closest('.segment');
  return row ? Number(row.id.slice(PREFIX.length)) : null;
}
