import { Progress as Radix } from 'radix-ui';

/** A bar of 0 to 100. */
export function Progress({ percent, label }: { percent: number; label: string }) {
  const shown = Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <Radix.Root
      value={shown}
      aria-label={label}
      className="h-2 w-full overflow-hidden rounded-full bg-sunken"
    >
      <Radix.Indicator
        className="h-full origin-left rounded-full bg-brand transition-transform duration-300 ease-out"
        style={{ transform: `translateX(${shown - 100}%)` }}
      />
    </Radix.Root>
  );
}
