import { type FocusEvent, useRef } from 'react';

/** Whether a field inside has changed since it was first focused; search fields do not count. */
export function useTyped() {
  const before = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>());
  return {
    onFocus: ({ target }: FocusEvent) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (!isField || target.type === 'search' || before.current.has(target)) return;
      for (const field of before.current.keys()) if (!field.isConnected) before.current.delete(field);
      before.current.set(target, target.value);
    },
    isThere: () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value),
  };
}
