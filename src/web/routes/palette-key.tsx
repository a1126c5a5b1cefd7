import { useEffect, useEffectEvent, useState } from 'react';
import { keyOf } from '#web/lib/key-of.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { isDialogOpen } from '#web/lib/open-overlay.ts';

const CommandPalette = lazily(async () => (await import('./command-palette.tsx')).CommandPalette);

/** Opens the command palette with Ctrl+K or Cmd+K, wherever the focus is; its code is loaded then. */
export function PaletteKey() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isKey || keyOf(event).toLowerCase() !== 'k' || event.defaultPrevented) return;
    event.preventDefault();
    // One dialog at a time.
    if (!isOpen && isDialogOpen()) return;
    setWasOpened(true);
    setOpen(!isOpen);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return wasOpened ? <CommandPalette open={isOpen} onOpenChange={setOpen} /> : null;
}
