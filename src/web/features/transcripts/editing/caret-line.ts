/** The position of a text field's caret on the screen, and whether there is a line above or below it. */
export interface CaretLine {
  x: number;
  y: number;
  isFirst: boolean;
  isLast: boolean;
}

/** Text fields do not expose their lines, so the text is laid out again beside the field. */
export function caretLineOf(field: HTMLTextAreaElement): CaretLine {
  const mirror = document.createElement('p');
  mirror.className = 'segment-words segment-mirror';
  mirror.dir = 'auto';
  mirror.style.width = `${field.clientWidth}px`;
  // The last character gives the caret a line at the end.
  const text = document.createTextNode(`${field.value}\u200b`);
  mirror.append(text);
  field.parentElement?.append(mirror);
  const caret = rectAt(text, field.selectionStart);
  const first = rectAt(text, 0);
  const last = rectAt(text, field.value.length);
  const [shown, laidOut] = [field.getBoundingClientRect(), mirror.getBoundingClientRect()];
  mirror.remove();
  return {
    x: caret.left + shown.left - laidOut.left,
    y: caret.top + shown.top - laidOut.top,
    isFirst: caret.top <= first.top + 1,
    isLast: caret.bottom >= last.bottom - 1,
  };
}

function rectAt(text: Text, offset: number): DOMRect {
  const range = new Range();
  range.setStart(text, offset);
  range.setEnd(text, offset + 1);
  return range.getBoundingClientRect();
}
