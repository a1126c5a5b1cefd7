import { useState } from 'react';
import { formatExactTime, parseTime } from '#domain/timecode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { toMs } from './times-draft.ts';

interface TimeFieldProps {
  /** Shown above it. */
  caption: string;
  /** The whole name, for screen readers. */
  label: string;
  ms: number;
  isChosen: boolean;
  onChoose: () => void;
  /** Takes milliseconds, or null for what is no time; false if it was refused. */
  onSet: (ms: number | null) => boolean;
  /** Enter was pressed, after the time was set. */
  onEnter: () => void;
}

/** An exact time that can be typed. What is no time, or refused, is said, and the time stays. */
export function TimeField({ caption, label, ms, isChosen, onChoose, onSet, onEnter }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function commit(): boolean {
    if (typed === null) return true;
    const seconds = parseTime(typed);
    setTyped(null);
    return onSet(seconds === null ? null : toMs(seconds));
  }

  return (
    <label className="min-w-0 text-xs text-quiet">
      {caption}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        value={typed ?? formatExactTime(ms / 1000)}
        maxLength={20}
        onFocus={onChoose}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (keyOf(event) !== 'Enter') return;
          event.preventDefault();
          if (commit()) onEnter();
        }}
        className={classNames(
          'mt-0.5 block h-8.5 w-27 rounded-lg border bg-surface px-2.5 text-sm text-ink tabular-nums',
          isChosen ? 'border-brand' : 'border-line-strong',
        )}
      />
    </label>
  );
}
