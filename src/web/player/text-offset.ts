/** The place in an element's text under a point of the page; null where it has none. */
export function offsetAt(element: HTMLElement, point: { x: number; y: number }): number | null {
  const place = placeAt(point.x, point.y);
  if (!place || !element.contains(place.node)) return null;
  // Beside the text the place is told in nodes, of which there is one.
  if (place.node instanceof Text) return place.offset;
  return place.offset === 0 ? 0 : (element.textContent?.length ?? 0);
}

function placeAt(x: number, y: number): { node: Node; offset: number } | null {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  // Safari knows only the older call.
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
