import { classNames } from '#web/lib/class-names.ts';

/** A project's color beside its name; size and place are given by the class. */
export function ColorDot({ color, className }: { color: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('shrink-0 rounded-full', className)}
      style={{ backgroundColor: color }}
    />
  );
}
