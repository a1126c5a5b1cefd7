import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

const TONES = {
  neutral: 'bg-sunken text-quiet',
  brand: 'bg-brand-soft text-brand-ink',
  good: 'bg-good-soft text-good-ink',
  bad: 'bg-danger-soft text-danger-ink',
  warn: 'bg-warn-soft text-warn-ink',
};
export type BadgeTone = keyof typeof TONES;

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5.5 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
