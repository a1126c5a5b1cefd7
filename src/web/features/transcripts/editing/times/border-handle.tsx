import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Span } from '#domain/retime.ts';
import { formatExactTime } from '#domain/timecode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { keyOf } from '#web/lib/key-of.ts';
import type { Border } from './times-draft.ts';
import { LARGE_NUDGE_MS, NUDGE_MS } from './use-times-keys.ts';

interface BorderHandleProps {
  border: Border;
  label: string;
  ms: number;
  /** Where it is on the track, from 0 to 1. */
  share: number;
  /** What the track shows. */
  range: Span;
  isChosen: boolean;
  onChoose: () => void;
  onNudge: (ms: number) => void;
  onPlay: () => void;
  /** Takes where the border is dragged to on the screen. */
  onDrag: (clientX: number) => void;
  onDropped: () => void;
}

/** Where the border is in its handle, from the left. */
const START_PX = 22;
const END_PX = 6;

/** A border on the waveform, as a slider. It is drawn thin, and wide enough for a finger: that of a start to its left, that of an end to its right. */
export function BorderHandle(props: BorderHandleProps) {
  const { border, label, ms, share, range, isChosen, onNudge, onPlay } = props;
  /** How far from the border it was taken; null while it is not dragged. */
  const grip = useRef<number | null>(null);
  const isMoved = useRef(false);
  if (share < 0 || share > 1) return null;

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const run = commandOf(event, { onNudge, onPlay });
    if (!run) return;
    event.preventDefault();
    run();
  }

  function hold(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const { left } = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = event.clientX - left - (border === 'start' ? START_PX : END_PX);
    isMoved.current = false;
  }

  function move({ clientX }: PointerEvent) {
    if (grip.current === null) return;
    isMoved.current = true;
    props.onDrag(clientX - grip.current);
  }

  function drop() {
    grip.current = null;
    if (isMoved.current) props.onDropped();
    isMoved.current = false;
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={range.startMs / 1000}
      aria-valuemax={range.endMs / 1000}
      aria-valuenow={ms / 1000}
      aria-valuetext={formatExactTime(ms / 1000)}
      className={classNames(
        'absolute inset-y-0 flex w-7 cursor-ew-resize touch-none outline-offset-[-3px]',
        border === 'start' ? '-translate-x-5.5 justify-end' : '-translate-x-1.5 justify-start',
      )}
      style={{ left: `${share * 100}%` }}
      onFocus={props.onChoose}
      onKeyDown={onKeyDown}
      onPointerDown={hold}
      onPointerMove={move}
      onLostPointerCapture={drop}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'pointer-events-none relative mx-1.5 h-full rounded-full bg-ink before:absolute before:top-0 before:size-3 before:bg-ink forced-colors:bg-[CanvasText]',
          isChosen ? 'w-0.75' : 'w-px opacity-70',
          border === 'start'
            ? 'before:right-0 before:rounded-bl-full'
            : 'before:left-0 before:rounded-br-full',
        )}
      />
    </div>
  );
}

function commandOf(
  event: KeyboardEvent,
  { onNudge, onPlay }: Pick<BorderHandleProps, 'onNudge' | 'onPlay'>,
): (() => void) | null {
  const sizeMs = event.shiftKey ? LARGE_NUDGE_MS : NUDGE_MS;
  switch (keyOf(event)) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return () => onNudge(-sizeMs);
    case 'ArrowRight':
    case 'ArrowUp':
      return () => onNudge(sizeMs);
    case 'PageDown':
      return () => onNudge(-LARGE_NUDGE_MS);
    case 'PageUp':
      return () => onNudge(LARGE_NUDGE_MS);
    case ' ':
      return onPlay;
    default:
      return null;
  }
}
