import { useState } from 'react';

/** The state of a dialog whose code is loaded when it is first opened. */
export function useDialog() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return {
    isOpen,
    wasOpened,
    setOpen,
    show: () => {
      setOpened(true);
      setOpen(true);
    },
  };
}
