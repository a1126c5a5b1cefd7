import { useState } from 'react';
import { readStored, writeStored } from './stored.ts';

/** A choice that is off at first and that this browser remembers. */
export function useStoredFlag(name: string): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readStored(name) === 'on');
  return [
    isOn,
    (next) => {
      setOn(next);
      writeStored(name, next ? 'on' : 'off');
    },
  ];
}
