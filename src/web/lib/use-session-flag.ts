import { useState } from 'react';

/** Something that is on or off and stays so in this tab: for the next transcript, and after a reload. */
export function useSessionFlag(name: string): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(() => read(name));
  return [
    isOn,
    (on) => {
      setOn(on);
      write(name, on);
    },
  ];
}

// A browser that keeps nothing for this site throws.
function read(name: string): boolean {
  try {
    return sessionStorage.getItem(name) === 'on';
  } catch {
    return false;
  }
}

function write(name: string, on: boolean): void {
  try {
    if (on) sessionStorage.setItem(name, 'on');
    else sessionStorage.removeItem(name);
  } catch {
    // Then it is off again next time.
  }
}
