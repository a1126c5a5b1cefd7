import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={classNames('surface-card [&[hidden]]:hidden', className)} {...rest} />;
}

/** Shown where there is nothing to show yet: an icon, a title, and perhaps a hint or an action. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      <div
        className="mb-4 grid size-12 place-items-center rounded-2xl bg-sunken text-quiet [&_svg]:size-6"
        aria-hidden="true"
      >
        {icon}
      </div>
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-sm text-sm text-quiet">{children}</div>}
    </div>
  );
}

const NOTICE_TONES = {
  info: 'bg-brand-soft text-brand-ink',
  warn: 'bg-warn-soft text-warn-ink',
  bad: 'bg-danger-soft text-danger-ink',
};

/** A notice inside a page, with its actions on the right. */
export function Notice({
  tone,
  icon,
  action,
  children,
}: {
  tone: keyof typeof NOTICE_TONES;
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl px-3 py-1.5 text-xs sm:px-4 sm:py-2 sm:text-sm',
        NOTICE_TONES[tone],
      )}
    >
      <span className="shrink-0 max-sm:hidden [&_svg]:size-4.5" aria-hidden="true">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}
