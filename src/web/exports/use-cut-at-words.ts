import { useState } from 'react';

const KEY = 'cut-subtitles-at-words';

/** The label of the option in menu and list. */
export const CUT_AT_WORDS = 'Cut at words';

/** Whether SRT is cut at the words' times, and a setter. The last choice is remembered; the default is no. */
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
    // Storage may be blocked or full; the choice then lasts until the page is closed.
  }
}
