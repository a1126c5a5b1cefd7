import { useEffect, useEffectEvent } from 'react';
import { readBindings } from './key-bindings.ts';
import { keyCommand } from './key-commands.ts';
import { MAX_RATE, MIN_RATE, VOLUME_STEP } from './playback-settings.ts';
import { type PlaybackStore, SKIP_SECONDS } from './playback-store.ts';

const RATE_STEP = 0.25;

/** Keyboard control of the playback, wherever the focus is, unless somebody is typing or a control needs the key. */
export function usePlayerKeys(
  store: PlaybackStore,
  { onHelp, onLoop }: { onHelp: () => void; onLoop: () => void },
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const command = event.defaultPrevented
      ? null
      : keyCommand(event, kindOfTarget(event.target), readBindings());
    // Checked last, because it searches the whole page, which can be long.
    if (!command || isElsewhere()) return;
    event.preventDefault();
    const { rate, volume, muted } = store.getState();
    switch (command) {
      case 'toggle':
        return store.toggle();
      case 'back':
        return store.skip(-SKIP_SECONDS);
      case 'forward':
        return store.skip(SKIP_SECONDS);
      case 'mute':
        return store.setMuted(!muted);
      case 'louder':
        return store.setVolume(volume + VOLUME_STEP);
      case 'quieter':
        return store.setVolume(volume - VOLUME_STEP);
      case 'slower':
        return store.setRate(Math.max(MIN_RATE, rate - RATE_STEP));
      case 'faster':
        return store.setRate(Math.min(MAX_RATE, rate + RATE_STEP));
      case 'loop':
        return onLoop();
      case 'help':
        return onHelp();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

// An open dialog or menu has the keyboard to itself.
function isElsewhere(): boolean {
  return document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null;
}

function kindOfTarget(target: EventTarget | null): 'typing' | 'control' | 'page' {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.isContentEditable || target.closest('input, textarea, select')) return 'typing';
  return target.closest('button, a, summary, [role="slider"], [role="switch"], [tabindex="0"]')
    ? 'control'
    : 'page';
}
