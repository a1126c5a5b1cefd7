import { useEffect, useRef, useState } from 'react';

const COPIED_MS = 2000;

/** Copies a text to the clipboard; `copied` is true for two seconds afterwards. `copy` rejects if the browser refuses. */
export function useCopied() {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    copied,
    copy: async (text: string) => {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), COPIED_MS);
    },
  };
}
