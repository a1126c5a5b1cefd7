import { X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { useEscapeLayer } from '#web/lib/escape-layers.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { usePageMark } from '#web/lib/page-marks.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsBeside } from './use-open-panel.ts';

export interface PanelTab<Id extends string = string> {
  id: Id;
  /** The panel's heading, and the accessible name of its button. */
  name: string;
  /** The visible text of its button, which is part of the name. */
  label: string;
  icon: ReactNode;
  /** A word beside the heading, such as a count. */
  aside?: ReactNode;
  content: ReactNode;
  /** Whether the content stays mounted once opened, because something may be in progress or typed in it. */
  isKept?: boolean;
}

interface ReadingPanelProps<Id extends string> {
  tabs: readonly PanelTab<Id>[];
  /** The open tab; null: closed. */
  open: Id | null;
  onOpenChange: (id: Id | null) => void;
  /** Whether the panel stands beside the text on wide screens; elsewhere it opens over the page, on phones as a sheet. */
  isRoom: boolean;
  /** Whether something else on the page opens it. */
  hasButtons?: boolean;
}

/** What there is about a transcript besides its text: a row of buttons, and the panel that they open and close. */
export function ReadingPanel<Id extends string>(props: ReadingPanelProps<Id>) {
  const { tabs, open, onOpenChange, isRoom, hasButtons = true } = props;
  const panelId = useId();
  const isBeside = useIsBeside(isRoom);
  const panel = useRef<HTMLElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<readonly Id[]>([]);
  if (open !== null && !opened.includes(open)) setOpened([...opened, open]);
  const shown = tabs.find(({ id }) => id === open);
  usePageMark('readingPanel', shown ? 'open' : 'closed');
  usePageMark('readingButtons', hasButtons ? '' : null);

  function toggle(id: Id) {
    onOpenChange(id === open ? null : id);
    // Over the page, the panel may cover its buttons.
    if (id !== open && !isBeside) requestAnimationFrame(() => focusQuietly(panel.current));
  }

  function close() {
    const button = buttons.current?.querySelector<HTMLElement>(`[data-panel="${open}"]`);
    onOpenChange(null);
    focusQuietly(button);
  }

  useEscapeLayer('panel', shown && !isBeside ? close : null);

  return (
    <div className="reading-panel" data-open={shown ? true : undefined}>
      {hasButtons && (
        <div ref={buttons} role="toolbar" aria-label="About this transcript" className="reading-buttons">
          {tabs.map(({ id, name, label, icon }) => (
            <button
              key={id}
              type="button"
              data-panel={id}
              aria-label={name}
              aria-expanded={id === shown?.id}
              aria-controls={id === shown?.id ? panelId : undefined}
              onClick={() => toggle(id)}
              className={classNames(
                'reading-button flex min-w-0 flex-1 items-center justify-center rounded-lg font-medium [&_svg]:size-4.5 [&_svg]:shrink-0',
                id === shown?.id
                  ? 'bg-brand-soft text-brand-ink'
                  : 'text-quiet hover:bg-sunken hover:text-ink',
              )}
            >
              {icon}
              <span className="max-w-full truncate">{label}</span>
            </button>
          ))}
        </div>
      )}
      {opened.length > 0 && (
        <section
          ref={panel}
          id={panelId}
          hidden={!shown}
          aria-label={shown?.name}
          tabIndex={-1}
          className="reading-content bg-surface outline-none"
          onKeyDown={(event) => {
            if (keyOf(event) !== 'Escape' || event.defaultPrevented || isBeside) return;
            event.preventDefault();
            close();
          }}
        >
          <div className="flex items-center gap-2.5 border-b py-1.5 pr-2 pl-5">
            <h3 className="font-semibold">{shown?.name}</h3>
            {shown?.aside && <span className="text-sm text-quiet tabular-nums">{shown.aside}</span>}
            <Button
              variant="ghost"
              size="icon"
              className="ml-auto size-9! text-quiet"
              aria-label={`Close ${shown?.name}`}
              onClick={close}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            {tabs.map(({ id, content, isKept }) =>
              id === shown?.id || (isKept && opened.includes(id)) ? (
                <div key={id} hidden={id !== shown?.id}>
                  {content}
                </div>
              ) : null,
            )}
          </div>
        </section>
      )}
    </div>
  );
}
