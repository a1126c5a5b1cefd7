import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './focus.ts';
import { keyOf } from './key-of.ts';

/** What Escape closes when nothing with the focus has taken it, from the bottom to the top. Dialogs and menus come before all of them. */
const LEVELS = ['editing', 'selection', 'bar', 'panel', 'toast'] as const;
type Level = (typeof LEVELS)[number];

interface Layer {
  level: Level;
  close: () => void;
}

/** Those that are open, the newest last. */
const layers: Layer[] = [];

/** Lets Escape close something, while `close` is given. One press closes one thing, the topmost. */
export function useEscapeLayer(level: Level, close: (() => void) | null): void {
  const isOpen = close !== null;
  const run = useEffectEvent(() => close?.());
  useEffect(() => {
    if (!isOpen) return;
    const layer: Layer = { level, close: () => run() };
    if (layers.push(layer) === 1) addEventListener('keydown', closeTop);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener('keydown', closeTop);
    };
  }, [level, isOpen]);
}

/** Whether Escape would close something, and so has no other meaning. */
export function hasEscapeLayer(): boolean {
  return topLayer() !== null;
}

function closeTop(event: KeyboardEvent): void {
  const top = keyOf(event) === 'Escape' && !event.defaultPrevented ? topLayer() : null;
  if (!top) return;
  event.preventDefault();
  top.close();
}

/** Somebody who types only closes toasts. */
function topLayer(): Layer | null {
  const open = isTyping() ? layers.filter(({ level }) => level === 'toast') : layers;
  return open.reduce<Layer | null>(
    (top, layer) => (top && LEVELS.indexOf(top.level) > LEVELS.indexOf(layer.level) ? top : layer),
    null,
  );
}
