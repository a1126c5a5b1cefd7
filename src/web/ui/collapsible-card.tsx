import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from './card.tsx';

interface CollapsibleCardProps {
  icon: ReactNode;
  title: string;
  /** A word beside the title, such as how many there are. */
  aside?: ReactNode;
  /** What can be done without opening it. */
  action?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Hidden while it is closed; absent where there is nothing yet. */
  children: ReactNode;
}

/** A card whose heading opens and closes it. */
export function CollapsibleCard(props: CollapsibleCardProps) {
  const { icon, title, aside, action, open, onOpenChange, children } = props;
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className="flex items-center">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => onOpenChange(!open)}
            className="flex w-full items-center gap-2.5 rounded-2xl px-5 py-4 text-left font-semibold sm:px-6 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-quiet"
          >
            {icon}
            <span id={id}>{title}</span>
            {aside && <span className="min-w-0 truncate text-sm font-normal text-quiet">{aside}</span>}
            <ChevronDown
              className={classNames('ml-auto transition-transform', open && 'rotate-180')}
              aria-hidden="true"
            />
          </button>
        </h3>
        {action && <div className="shrink-0 pr-4 sm:pr-5">{action}</div>}
      </div>
      {children && (
        <div hidden={!open} className="border-t">
          {children}
        </div>
      )}
    </Card>
  );
}
