import { useEffect, useState } from 'react';
import { selectedText, type TextPlace } from '#web/player/selected-text.ts';

/** The selected words of a transcript. */
export interface SelectedText {
  start: TextPlace;
  end: TextPlace;
}

/** The selected words, and the range that they have on the page. */
interface TextSelection {
  text: SelectedText;
  range: Range;
}

/** The words that are selected while no pointer is pressed, and a function that forgets them; null where the text is being edited. */
export function useTextSelection(): [TextSelection | null, () => void] {
  const [selection, setSelection] = useState<TextSelection | null>(null);
  useEffect(() => {
    let isPressed = false;
    let frame = 0;
    const read = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSelection(isPressed ? null : readSelection()));
    };
    const press = () => {
      isPressed = true;
    };
    const release = () => {
      isPressed = false;
      read();
    };
    addEventListener('pointerdown', press);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    document.addEventListener('selectionchange', read);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointerdown', press);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
      document.removeEventListener('selectionchange', read);
    };
  }, []);
  return [selection, () => setSelection(null)];
}

function readSelection(): TextSelection | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const list = listOf(range.startContainer);
  if (!list || list !== listOf(range.endContainer) || list.hasAttribute('data-editing')) return null;
  const text = range.toString().trim() === '' ? null : selectedText();
  return text && { text, range: range.cloneRange() };
}

function listOf(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('.segment-list') ?? null;
}
