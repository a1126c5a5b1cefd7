import { Slider as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface SliderProps {
  value: number;
  max: number;
  step: number;
  label: string;
  /** The value in words, for screen readers. */
  valueText: string;
  onChange: (value: number) => void;
  onCommit?: (value: number) => void;
}

/** A slider with a plain track. */
export function Slider({ value, max, step, label, valueText, onChange, onCommit }: SliderProps) {
  return (
    <Radix.Root
      value={[value]}
      max={max}
      step={step}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
      className="relative flex h-full min-h-8 w-full touch-none items-center"
    >
      <Radix.Track className="relative h-1.5 flex-1 overflow-hidden rounded-full bg-line forced-colors:border">
        <Radix.Range className="absolute h-full rounded-full bg-brand" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-4 rounded-full border-2 border-brand bg-surface shadow-sm"
      />
    </Radix.Root>
  );
}

/** A slider whose track is a picture, such as a waveform, as high as the box around it; the thumb is a line across it. */
export function PictureSlider({ picture, ...slider }: SliderProps & { picture: ReactNode }) {
  const { value, max, step, label, valueText, onChange, onCommit } = slider;
  return (
    <Radix.Root
      value={[value]}
      max={max}
      step={step}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
      // The span around the thumb is as high as the picture.
      className="relative flex h-full w-full cursor-pointer touch-none items-center *:h-full"
    >
      <Radix.Track className="relative h-full flex-1">{picture}</Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block h-full w-0.75 rounded-full bg-ink shadow-[0_0_0_2px_var(--surface)] focus-visible:outline-offset-4"
      />
    </Radix.Root>
  );
}
