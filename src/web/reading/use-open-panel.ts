import { useState } from 'react';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { PHONE, useMediaQuery, WIDE } from '#web/lib/use-media-query.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';

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
  const [named, name] = useSearchParam(NAME);
  const [remembered, setRemembered] = useState(() => readStored(KEY) ?? PANELS[0]);
  const isBeside = useIsBeside(isRoom);
  const chosen = named ?? (isBeside ? remembered : CLOSED);
  return [
    PANELS.find((id) => id === chosen) ?? null,
    (id) => {
      const next = id ?? CLOSED;
      setRemembered(next);
      writeStored(KEY, next);
      name(next);
    },
  ];
}

/** Whether the panel stands beside the text, and covers nothing: in a room, on wide screens. */
export function useIsBeside(isRoom: boolean): boolean {
  return useMediaQuery(WIDE) && isRoom;
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
