import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** Radix's own delays: 700 ms to open, 300 ms in which the next one opens at once. */
export const TooltipProvider = Radix.Provider;

export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-50 animate-appear rounded-md bg-ink px-2.5 py-1 text-xs font-medium text-canvas shadow-float"
      >
        {text}
      </Radix.Content>
    </Radix.Root>
  );
}
