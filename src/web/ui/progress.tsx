import { Progress as Radix } from 'radix-ui';
import { classNames } from '#web/lib/class-names.ts';

/** A progress bar from 0 to 100; null while the progress is unknown. */
export function Progress({ percent, label }: { percent: number | null; label: string }) {
  const shown = percent === null ? null : Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <Radix.Root
      value={shown}
      aria-label={label}
      className="h-2 w-full overflow-hidden rounded-full bg-sunken"
    >
      <Radix.Indicator
        className={classNames(
          'h-full origin-left rounded-full bg-brand',
          shown === null ? 'w-1/3 animate-to-and-fro' : 'transition-transform duration-300 ease-out',
        )}
        // With reduced motion, the bar of an unknown progress rests in the middle, so that it does not look like a percentage.
        style={{ transform: `translateX(${(shown ?? 200) - 100}%)` }}
      />
    </Radix.Root>
  );
}
