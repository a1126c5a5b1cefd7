import { useEffect } from 'react';

let order: readonly number[] = [];

/** Notes the transcripts of a list, in the order shown, for going from one to the next once one is opened. An empty list notes none. */
export function useReadingOrder(ids: readonly number[]): void {
  const key = ids.join(' ');
  useEffect(() => {
    order = key === '' ? [] : key.split(' ').map(Number);
  }, [key]);
}

/** The transcripts of the list that was shown last in this tab; empty if it was none. */
export function readingOrder(): readonly number[] {
  return order;
}
