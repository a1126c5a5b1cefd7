import { useState } from 'react';

/** A flag that this tab remembers, for the next transcript and after a reload. */
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

// Throws if the browser blocks storage for this site.
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
    // The flag is then off again next time.
  }
}
