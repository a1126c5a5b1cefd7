import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#web/lib/focus.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { isOverlayOpen } from '#web/lib/open-overlay.ts';
import type { Times } from './use-times.ts';

/** The bar in which times are set, and nothing else. */
export const BAR_SELECTOR = '[data-times-bar]';
export const NUDGE_MS = 10;
export const LARGE_NUDGE_MS = 100;

/** The keys while times are being set. They come before those of the player, and not where somebody types in the text. */
export function useTimesKeys(times: Times): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const place = placeOf(event.target);
    const run = event.defaultPrevented || place === 'text' ? null : commandOf(event, times, place);
    // Checked last, because it searches the whole page, which can be long.
    if (!run || isOverlayOpen()) return;
    event.preventDefault();
    const { target } = event;
    // What was typed comes first.
    if (!(target instanceof HTMLInputElement) || times.takeTyped(target)) run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    // Before the listeners of the window, which have another use for the brackets.
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

type KeyPlace = 'text' | 'field' | 'button' | 'bar' | 'page';

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return 'page';
  const isInBar = target.closest(BAR_SELECTOR) !== null;
  if (isTyping()) return isInBar ? 'field' : 'text';
  if (!isInBar) return target === document.body ? 'bar' : 'page';
  return target.closest('button') ? 'button' : 'bar';
}

function commandOf(event: KeyboardEvent, times: Times, place: KeyPlace): (() => void) | null {
  const key = keyOf(event);
  // What is not saved yet is undone first; after that, these keys undo the last step.
  if (isUndo(event) && times.hasChanges && place !== 'field') return times.reset;
  if (event.metaKey) return null;
  // On some keyboards, brackets are typed with AltGr, which counts as Ctrl and Alt.
  const isPlain = event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey);
  if (isPlain) return plain(key, times, place);
  if (event.ctrlKey) return key === ' ' && !event.altKey ? times.play : null;
  const sizeMs = event.shiftKey ? LARGE_NUDGE_MS : NUDGE_MS;
  switch (key) {
    case 'ArrowLeft':
      return () => times.nudge(times.place.border, -sizeMs);
    case 'ArrowRight':
      return () => times.nudge(times.place.border, sizeMs);
    case 'ArrowUp':
      return () => void times.go(-1);
    case 'ArrowDown':
      return () => void times.go(1);
    default:
      return null;
  }
}

function isUndo(event: KeyboardEvent): boolean {
  const isAlone = !event.altKey && !event.shiftKey && (event.ctrlKey || event.metaKey);
  return isAlone && keyOf(event).toLowerCase() === 'z';
}

function plain(key: string, times: Times, place: KeyPlace): (() => void) | null {
  if (key === '[') return () => times.setToPlayhead('start');
  if (key === ']') return () => times.setToPlayhead('end');
  if (place === 'field') return null;
  if (key === 'Enter' && place === 'bar') return () => void times.saveAndClose();
  if (times.wordCount === 0) return null;
  if (key.toLowerCase() === 'w') return times.toggleWords;
  if (times.place.word === null) return null;
  if (key === ',') return () => times.stepWord(-1);
  return key === '.' ? () => times.stepWord(1) : null;
}
