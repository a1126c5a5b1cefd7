import { readStored, writeStored } from '#web/lib/stored.ts';

const KEY = 'live-text';

/** Whether live text is on, as last chosen; on by default. */
export function readLiveTextChoice(): boolean {
  return readStored(KEY) !== 'off';
}

export function storeLiveTextChoice(isOn: boolean): void {
  writeStored(KEY, isOn ? 'on' : 'off');
}
