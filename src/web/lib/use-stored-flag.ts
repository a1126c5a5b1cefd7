import { useState } from 'react';
import { readStored, type StorageArea, writeStored } from './stored.ts';

/** A choice that is off at first and that this browser, or this tab, remembers. */
export function useStoredFlag(
  name: string,
  area: StorageArea = 'localStorage',
): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readStored(name, area) === 'on');
  return [
    isOn,
    (next) => {
      setOn(next);
      writeStored(name, next ? 'on' : 'off', area);
    },
  ];
}
