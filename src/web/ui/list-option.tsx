import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface ListOptionProps {
  id: string;
  isChosen: boolean;
  onChoose: () => void;
  className: string;
  children: ReactNode;
}

/** An option of a list that belongs to a text box, which keeps the focus and handles the keys. The chosen one stays in sight. */
export function ListOption({ id, isChosen, onChoose, className, children }: ListOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box, which keeps the focus, handles the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      ref={isChosen ? keepInSight : null}
      // Otherwise the box would lose the focus, and its list could close before the click arrives.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'flex cursor-pointer items-center gap-3 rounded-lg',
        isChosen ? 'bg-brand-soft text-brand-ink' : 'hover:bg-sunken',
        className,
      )}
    >
      {children}
    </div>
  );
}

function keepInSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
