import { type ReactNode, useDeferredValue } from 'react';

interface UnhurriedProps {
  children: ReactNode;
  fallback: ReactNode;
}

/**
 * Shows the fallback first, and then large content, rendered in steps between which the page can respond. Data that arrives (useQuery) would otherwise render all
 * of it at once.
 */
export function Unhurried({ children, fallback }: UnhurriedProps) {
  return useDeferredValue(true, false) ? children : fallback;
}
