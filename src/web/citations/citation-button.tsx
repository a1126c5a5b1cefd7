import { formatTime } from '#domain/timecode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { toast } from '#web/ui/toast-store.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { EDITED } from './citation-look.ts';

/** Plays the recording from a cited moment, in seconds, and scrolls to the text there. */
export type Cite = (seconds: number) => void;

interface CitationButtonProps {
  seconds: number;
  onCite: Cite;
  /** Whether the text there has been edited since. */
  isOutdated?: boolean;
}

/** A cited moment in a text; clicking it goes there, and offers the way back at once. */
export function CitationButton({ seconds, onCite, isOutdated = false }: CitationButtonProps) {
  const time = formatTime(seconds);
  const button = (
    <button
      type="button"
      dir="ltr"
      aria-label={isOutdated ? `Jump to ${time}. ${EDITED}.` : `Jump to ${time}`}
      onClick={(event) => {
        const from = event.currentTarget;
        onCite(seconds);
        toast({ title: 'Jumped to Citation', action: { label: 'Back', run: () => returnTo(from) } });
      }}
      className={classNames(
        'mx-0.5 inline-block rounded-md px-1.5 text-[0.8125em]/5 font-medium tabular-nums',
        isOutdated
          ? 'border border-dashed border-line-strong text-quiet line-through hover:bg-sunken'
          : 'bg-brand-soft text-brand-ink hover:bg-brand hover:text-on-brand',
      )}
    >
      {time}
    </button>
  );
  return isOutdated ? <Tooltip text={EDITED}>{button}</Tooltip> : button;
}

function returnTo(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' });
  focusQuietly(element);
}
