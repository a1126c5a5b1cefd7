import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** With Radix's default delays: opens after 700 ms, or at once within 300 ms after another one. */
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
