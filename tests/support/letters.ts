/**
 * Runs in the page: where a letter of a row stands in the window. While the row is written in, it is measured in its words, on which the
 * field lies letter on letter.
 */
export function placeOfLetter([index, offset]: readonly [index: number, offset: number]): {
  x: number;
  y: number;
} {
  const row = document.querySelectorAll('.segment')[index];
  const words = row?.querySelector<HTMLElement>(':scope > .segment-words');
  const node = words?.firstChild;
  if (!row || !words || !node) throw new Error('There is no such row.');
  const before = words.style.cssText;
  const editor = row.querySelector<HTMLElement>('.segment-editor');
  if (editor) {
    words.style.display = 'block';
    editor.style.display = 'none';
  }
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(node, offset + 1);
  const { left, top, height } = range.getBoundingClientRect();
  words.style.cssText = before;
  editor?.style.removeProperty('display');
  return { x: left + 1, y: top + height / 2 };
}
