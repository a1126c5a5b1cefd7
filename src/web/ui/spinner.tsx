import { LoaderCircle } from 'lucide-react';
import { classNames } from '#web/lib/class-names.ts';

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle className={classNames('size-5 animate-spin', className)} aria-hidden="true" />;
}

/** Shown while the whole page is loading. */
export function PageLoading({ text = 'Loading...' }: { text?: string }) {
  return (
    <div role="status" className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 text-quiet">
      <Spinner className="size-8 text-brand-ink" />
      {text}
    </div>
  );
}

export function Skeleton({ className }: { className?: string }) {
  return <div className={classNames('animate-pulse rounded-lg bg-sunken', className)} aria-hidden="true" />;
}
