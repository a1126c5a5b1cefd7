import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from './card.tsx';

interface CollapsibleCardProps {
  icon: ReactNode;
  title: string;
  /** A word beside the title, such as a count. */
  aside?: ReactNode;
  /** An action that is available without opening the card. */
  action?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The content, hidden while the card is closed. */
  children: ReactNode;
}

/** A card that its heading opens and closes. */
export function CollapsibleCard(props: CollapsibleCardProps) {
  const { icon, title, aside, action, open, onOpenChange, children } = props;
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className="relative flex items-center gap-2.5 px-5 sm:px-6 [&_svg]:size-4.5 [&_svg]:shrink-0">
        <h3 className="flex min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => onOpenChange(!open)}
            // The click area is the whole line; the action is above it.
            className="flex min-w-0 flex-1 items-center gap-2.5 py-4 text-left font-semibold before:absolute before:inset-0 before:rounded-2xl focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:outline-brand-ink [&_svg]:text-quiet"
          >
            {icon}
            <span id={id} className="shrink-0">
              {title}
            </span>
            {aside && <span className="min-w-0 truncate text-sm font-normal text-quiet">{aside}</span>}
          </button>
        </h3>
        {action && <div className="relative">{action}</div>}
        <ChevronDown
          className={classNames('text-quiet transition-transform', open && 'rotate-180')}
          aria-hidden="true"
        />
      </div>
      {children && (
        <div hidden={!open} className="border-t">
          {children}
        </div>
      )}
    </Card>
  );
}
