import { useState } from 'react';
import { readStoredJson, writeStored } from './stored.ts';

/** How many dismissed notes a browser remembers, the newest ones. */
const MAX_REMEMBERED = 500;

/** Whether somebody has dismissed a note about this thing in this browser, and a function that does. */
export function useDismissed(note: string, id: number): [boolean, () => void] {
  const [isDismissed, setDismissed] = useState(() => read(note).includes(id));
  return [
    isDismissed,
    () => {
      setDismissed(true);
      const ids = [...read(note).filter((each) => each !== id), id].slice(-MAX_REMEMBERED);
      writeStored(note, JSON.stringify(ids));
    },
  ];
}

function read(note: string): number[] {
  const stored = readStoredJson(note);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'number') : [];
}
