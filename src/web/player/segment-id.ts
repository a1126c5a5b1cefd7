const PREFIX = 'segment-';

/** The element of a segment's row; looked up by id, since there can be thousands. */
export function segmentElementId(id: number): string {
  return PREFIX + id;
}

export function segmentElement(id: number): HTMLElement | null {
  return document.getElementById(segmentElementId(id));
}

/** The one text node of a segment's words; null while it is empty. */
export function segmentTextNode(row: HTMLElement): Text | null {
  const node = row.querySelector('.segment-words')?.firstChild;
  return node instanceof Text ? node : null;
}

/** The timestamp button of a row. */
export function timeButtonOf(row: HTMLElement | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>('.segment-time') ?? null;
}

/** The id of the segment whose row contains a node; null outside the rows. */
export function segmentIdOf(node: Node | null): number | null {
  const element = node instanceof Element ? node : node?.parentElement;
  const row = element?.closest('.segment');
  return row ? Number(row.id.slice(PREFIX.length)) : null;
}
