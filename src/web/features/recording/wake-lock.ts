let isWanted = false;
let held: Promise<WakeLockSentinel | null> | null = null;

/** Keeps the screen on while it is needed, because a phone whose screen turns off stops recording. Browsers that cannot do it are left alone. */
export function keepAwake(isNeeded: boolean): void {
  if (isNeeded === isWanted) return;
  isWanted = isNeeded;
  if (isNeeded) {
    document.addEventListener('visibilitychange', request);
    request();
  } else {
    document.removeEventListener('visibilitychange', request);
    void held?.then((lock) => lock?.release());
    held = null;
  }
}

/** The browser releases the lock whenever the page is hidden, and may refuse it, for example when the battery is low. */
function request(): void {
  if (held || document.visibilityState !== 'visible' || !navigator.wakeLock) return;
  const asked = navigator.wakeLock.request('screen').catch(() => null);
  const forget = () => {
    if (held === asked) held = null;
  };
  held = asked;
  void asked.then((lock) => (lock ? lock.addEventListener('release', forget) : forget()));
}
