import { useState } from 'react';

/** How many dismissed notes a browser remembers, the newest ones. */
const MAX_REMEMBERED = 500;

/** Whether somebody has dismissed a note about this thing in this browser, and a function that does. */
export function useDismissed(note: string, id: number): [boolean, () => void] {
  const [isDismissed, setDismissed] = useState(() => read(note).includes(id));
  return [
    isDismissed,
    () => {
      setDismissed(true);
      write(note, [...read(note).filter((each) => each !== id), id].slice(-MAX_REMEMBERED));
    },
  ];
}

function read(note: string): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(note) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'number') : [];
  } catch {
    return [];
  }
}

function write(note: string, ids: readonly number[]): void {
  try {
    localStorage.setItem(note, JSON.stringify(ids));
  } catch {
    // Storage may be blocked or full; the note then returns with the next visit.
  }
}
