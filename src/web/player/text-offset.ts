/** The text offset in an element at a point of the page; null if there is none. */
export function offsetAt(element: HTMLElement, point: { x: number; y: number }): number | null {
  const place = placeAt(point.x, point.y);
  if (!place || !element.contains(place.node)) return null;
  // Beside the text, the offset counts nodes, of which there is one.
  if (place.node instanceof Text) return place.offset;
  return place.offset === 0 ? 0 : (element.textContent?.length ?? 0);
}

function placeAt(x: number, y: number): { node: Node; offset: number } | null {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  // Older Safari has only the older call.
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
