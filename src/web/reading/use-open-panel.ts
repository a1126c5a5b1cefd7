import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { PHONE, useMediaQuery, WIDE } from '#web/lib/use-media-query.ts';

const NAME = 'panel';
/** Stands in the address and in the memory for a panel that was closed. */
const CLOSED = 'none';

/** The panels beside a transcript's text. */
export const PANELS = ['summary', 'chat', 'speakers', 'notes', 'history'] as const;
export type PanelId = (typeof PANELS)[number];

/**
 * The open panel, null if none is, and a setter. It is stored in the address. Without one there, a room that is wide enough for
 * both opens the panel that was open last in this browser, at first the summary; elsewhere the text is not covered.
 */
export function useOpenPanel(isRoom: boolean): [PanelId | null, (id: PanelId | null) => void] {
  const [search, setSearch] = useSearchParams();
  const [remembered, setRemembered] = useState(() => readStored(KEY) ?? PANELS[0]);
  const isBeside = useMediaQuery(WIDE) && isRoom;
  const chosen = search.get(NAME) ?? (isBeside ? remembered : CLOSED);
  return [
    PANELS.find((id) => id === chosen) ?? null,
    (id) => {
      const next = id ?? CLOSED;
      setRemembered(next);
      writeStored(KEY, next);
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          changed.set(NAME, next);
          return changed;
        },
        // Opening a panel adds no step to the browser's history.
        { replace: true },
      );
    },
  ];
}

/** What a moment in a panel does: it goes there and, on phones, where the panel covers the text, closes the panel. */
export function useLeavePanel(
  close: () => void,
): (goTo: (seconds: number) => void) => (seconds: number) => void {
  const isPhone = useMediaQuery(PHONE);
  return (goTo) => (seconds) => {
    if (isPhone) close();
    goTo(seconds);
  };
}

const KEY = 'reading-panel';
