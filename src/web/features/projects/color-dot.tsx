import { classNames } from '#web/lib/class-names.ts';

/** A dot in a project's color; `className` gives its size and position. */
export function ColorDot({ color, className }: { color: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('shrink-0 rounded-full', className)}
      style={{ backgroundColor: color }}
    />
  );
}
