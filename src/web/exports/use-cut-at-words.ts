import { useState } from 'react';

const KEY = 'cut-subtitles-at-words';

/** What the choice is called wherever it stands. */
export const CUT_AT_WORDS = 'Cut at words';

/** Whether SRT is cut at the words' times, as it was chosen the last time; at first it is not. */
export function useCutAtWords(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(read);
  const choose = (next: boolean) => {
    setOn(next);
    store(next);
  };
  return [isOn, choose];
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

function store(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Storage can be forbidden or full; the choice then lasts as long as the page.
  }
}
