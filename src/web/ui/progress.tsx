import { Progress as Radix } from 'radix-ui';
import { classNames } from '#web/lib/class-names.ts';

/** A bar of 0 to 100; null: something goes on, and nobody knows how far it is. */
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
          'h-full origin-left rounded-full bg-brand transition-transform duration-300 ease-out',
          shown === null && 'animate-pulse opacity-60',
        )}
        style={{ transform: `translateX(${(shown ?? 100) - 100}%)` }}
      />
    </Radix.Root>
  );
}
