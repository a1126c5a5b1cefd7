import { X } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { useEscapeLayer } from '#web/lib/escape-layers.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { usePageMark } from '#web/lib/page-marks.ts';
import { Button } from './button.tsx';

interface SidePanelProps {
  title: string;
  description: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel beside the page, on phones below it, open while it is mounted. The page remains usable; F6 returns the focus to where
 * it was in the panel, and Escape closes it.
 */
export function SidePanel({ title, description, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const titleId = useId();
  useVisit(panel);
  usePageMark('sidePanel', '');
  useEscapeLayer('panel', onClose);
  useWayBack(() => focusQuietly(last.current?.isConnected ? last.current : panel.current));
  return createPortal(
    <aside
      ref={panel}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="side-panel fixed z-40 overflow-y-auto bg-surface p-5 shadow-float"
      onFocus={({ target }) => {
        last.current = target;
      }}
      onKeyDown={(event) => {
        const isHere = event.target instanceof Node && panel.current?.contains(event.target);
        if (keyOf(event) !== 'Escape' || event.defaultPrevented || !isHere) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className="pr-10 text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-sm text-quiet">{description}</p>
      <Button
        variant="ghost"
        size="icon"
        className="absolute top-3 right-3"
        aria-label="Close"
        onClick={onClose}
      >
        <X aria-hidden="true" />
      </Button>
      {children}
    </aside>,
    document.body,
  );
}

/** Takes the focus, and returns it when the panel is closed, if it is still in the panel. */
function useVisit(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    focusQuietly(element);
    return () => {
      if (element?.contains(document.activeElement) && before instanceof HTMLElement) focusQuietly(before);
    };
  }, [panel]);
}

function useWayBack(goBack: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (keyOf(event) !== 'F6' || event.defaultPrevented) return;
    event.preventDefault();
    goBack();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
