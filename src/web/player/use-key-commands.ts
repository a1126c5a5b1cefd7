import { useEffect, useEffectEvent } from 'react';
import { hasEscapeLayer } from '#web/lib/escape-layers.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { isOverlayOpen } from '#web/lib/open-overlay.ts';
import { readBindings } from './key-bindings.ts';
import { type KeyCommand, keyCommand } from './key-commands.ts';

/** Runs these commands by their keys, wherever the focus is, unless somebody is typing or a control needs the key. */
export function useKeyCommands(commands: Partial<Record<KeyCommand, () => void>>): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const command = keyCommand(event, kindOfTarget(event.target), readBindings());
    const run = command && commands[command];
    // Checked last, because it searches the whole page.
    if (!run || isOverlayOpen() || (keyOf(event) === 'Escape' && hasEscapeLayer())) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

function kindOfTarget(target: EventTarget | null): 'typing' | 'control' | 'page' {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.isContentEditable || target.closest('input, textarea, select')) return 'typing';
  return target.closest('button, a, summary, [role="slider"], [role="switch"], [tabindex="0"]')
    ? 'control'
    : 'page';
}
