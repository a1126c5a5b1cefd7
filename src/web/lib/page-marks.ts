import { useEffect, useLayoutEffect } from 'react';

/**
 * Says on the page's root, as `data-NAME`, what the rest of the page makes room for (styles.css), for as long as the value is not null. `:has()`
 * would look for it among all elements of the page, of which there are fifty thousand, whenever anything in it changes.
 */
export function usePageMark(name: string, value: string | null): void {
  useLayoutEffect(() => {
    if (value === null) return;
    const { dataset } = document.documentElement;
    dataset[name] = value;
    return () => {
      delete dataset[name];
    };
  }, [name, value]);
}

/** Says there whether somebody writes in a text of several lines. */
export function useTypingMark(): void {
  useEffect(() => {
    const mark = () =>
      document.documentElement.toggleAttribute(
        'data-typing',
        document.activeElement instanceof HTMLTextAreaElement,
      );
    addEventListener('focusin', mark);
    addEventListener('focusout', mark);
    return () => {
      removeEventListener('focusin', mark);
      removeEventListener('focusout', mark);
    };
  }, []);
}
