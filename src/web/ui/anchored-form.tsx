import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTyped } from './use-typed.ts';

interface AnchoredFormProps {
  /** The element to open beside. */
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A small form beside an element of the page, open while it is mounted. A click outside does not discard typed text. */
export function AnchoredForm({ anchor, label, onClose, children }: AnchoredFormProps) {
  const [virtualRef] = useState(() => ({ current: anchor }));
  const typed = useTyped();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={virtualRef} />
      <Radix.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label={label}
        className="z-50 w-80 max-w-[calc(100vw-1rem)] animate-appear rounded-xl bg-surface p-1.5 shadow-float"
        onFocus={typed.onFocus}
        onInteractOutside={(event) => typed.isThere() && event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
