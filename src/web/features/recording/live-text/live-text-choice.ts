const KEY = 'live-text';

/** Whether live text is on, as last chosen; on by default. */
export function readLiveTextChoice(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function storeLiveTextChoice(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Storage may be blocked or full; the choice then lasts until the page is closed.
  }
}
