import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from '#web/lib/class-names.ts';

const VARIANTS = {
  default: 'bg-brand text-on-brand shadow-sm hover:bg-brand-hover',
  destructive: 'bg-danger text-on-brand shadow-sm hover:bg-danger-hover',
  outline: 'border border-line-strong/60 bg-surface text-ink hover:bg-sunken',
  secondary: 'bg-sunken text-ink hover:bg-line',
  ghost: 'text-ink hover:bg-sunken',
  link: 'text-brand-ink underline-offset-4 hover:underline',
};

const SIZES = {
  default: 'h-10 px-4',
  sm: 'h-8.5 px-3 text-sm',
  lg: 'h-12 px-6 text-base',
  icon: 'size-10',
};

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** Whether to style the only child (a link) as a button. */
  asChild?: boolean;
  /** Whether it is marked as disabled and ignores clicks, but can keep the focus, unlike a `disabled` button. */
  isIdle?: boolean;
}

export function Button({
  variant = 'default',
  size = 'default',
  asChild = false,
  isIdle = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const Component = asChild ? Slot.Root : 'button';
  return (
    <Component
      type={asChild ? undefined : 'button'}
      className={classNames(
        'inline-flex shrink-0 forced-colors:border items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none',
        'transition-colors duration-150 disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default! aria-disabled:opacity-50 [&_svg]:size-4.5 [&_svg]:shrink-0',
        VARIANTS[variant],
        SIZES[size],
        className,
      )}
      aria-disabled={isIdle || undefined}
      onClick={isIdle ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}
