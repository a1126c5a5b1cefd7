import { useSyncExternalStore } from 'react';
import { readStoredJson, writeStored } from './stored.ts';

/** How many dismissed notes a browser remembers, the newest ones. */
const MAX_REMEMBERED = 500;

const watchers = new Set<() => void>();
/** What was dismissed on this page, also where storage is blocked. */
const onThisPage = new Map<string, number[]>();

/** Whether somebody has dismissed a note about this thing in this browser, and a function that does. */
export function useDismissed(note: string, id: number): [boolean, () => void] {
  const isDismissed = useSyncExternalStore(subscribe, () => read(note).includes(id));
  return [
    isDismissed,
    () => {
      const ids = [...read(note).filter((each) => each !== id), id].slice(-MAX_REMEMBERED);
      onThisPage.set(note, ids);
      writeStored(note, JSON.stringify(ids));
      for (const notify of watchers) notify();
    },
  ];
}

function subscribe(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

function read(note: string): number[] {
  const kept = onThisPage.get(note);
  if (kept) return kept;
  const stored = readStoredJson(note);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'number') : [];
}
