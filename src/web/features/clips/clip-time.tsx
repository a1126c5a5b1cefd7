import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatPreciseTime, parseTime } from '#domain/timecode.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { Button } from '#web/ui/button.tsx';
import { TAKES_ESCAPE } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

interface ClipTimeProps {
  label: 'Start' | 'End';
  /** In seconds. */
  value: number;
  max: number;
  error?: string | undefined;
  onChange: (seconds: number) => void;
  /** Where the nearest word begins or ends; null if there is none. */
  findWord: (direction: 'earlier' | 'later') => number | null;
}

const STEPS = [-1, -0.1, 0.1, 1] as const;

/** The start or the end of a clip: typed, or moved by seconds, tenths and words. */
export function ClipTime({ label, value, max, error, onChange, findWord }: ClipTimeProps) {
  // While it is typed; null shows the value.
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && parseTime(typed) === null;

  function change(seconds: number): void {
    setTyped(null);
    onChange(Math.round(Math.min(Math.max(0, seconds), max) * 1000) / 1000);
  }

  function accept(): void {
    const seconds = typed === null ? null : parseTime(typed);
    if (seconds === null) setTyped(null);
    else change(seconds);
  }

  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label} of the clip</legend>
      <Field
        label={label}
        value={typed ?? formatPreciseTime(value)}
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        error={isWrong ? 'Write it as 1:05.5.' : error}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={accept}
        {...(typed === null ? {} : TAKES_ESCAPE)}
        onKeyDown={(event) => {
          if (keyOf(event) === 'Enter') accept();
          if (keyOf(event) === 'Escape') setTyped(null);
        }}
      />
      <div className="mt-1.5 grid grid-cols-4 gap-1">
        {STEPS.map((step) => (
          <Button
            key={step}
            variant="outline"
            size="sm"
            className="px-0! tabular-nums max-sm:text-xs"
            aria-label={`${label} ${Math.abs(step)} s ${step < 0 ? 'earlier' : 'later'}`}
            onClick={() => change(value + step)}
          >
            {step < 0 ? '−' : '+'}
            {Math.abs(step)}
          </Button>
        ))}
      </div>
      <div className="mt-1 grid grid-cols-2 gap-1">
        <WordButton label={label} direction="earlier" onFind={() => findWord('earlier')} onChange={change} />
        <WordButton label={label} direction="later" onFind={() => findWord('later')} onChange={change} />
      </div>
    </fieldset>
  );
}

interface WordButtonProps extends Pick<ClipTimeProps, 'label' | 'onChange'> {
  direction: 'earlier' | 'later';
  onFind: () => number | null;
}

function WordButton({ label, direction, onFind, onChange }: WordButtonProps) {
  return (
    <Button
      variant="outline"
      size="sm"
      className="gap-0.5! px-0!"
      aria-label={`${label} one word ${direction}`}
      onClick={() => {
        const found = onFind();
        if (found !== null) onChange(found);
      }}
    >
      {direction === 'earlier' && <ChevronLeft aria-hidden="true" />}
      word
      {direction === 'later' && <ChevronRight aria-hidden="true" />}
    </Button>
  );
}
