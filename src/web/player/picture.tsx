import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';

const KEY = 'picture-height';
const MIN_HEIGHT_PX = 64;
const STEP_PX = 16;

interface PictureProps {
  className?: string;
  children: ReactNode;
}

/**
 * The picture of a recording, above a line that changes its height: by dragging, with the arrow keys, Home and End. This browser remembers
 * the height, and a double click forgets it. However high it is wanted, the page leaves what stands below it enough room (styles.css).
 */
export function Picture({ className, children }: PictureProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(readHeight);
  const drag = useRef<{ from: number; height: number; max: number } | null>(null);
  const height = useHeight(box);
  /** Measured when somebody comes to the line; what is below the picture may have changed. */
  const [max, setMax] = useState(0);

  function change(to: number, limit: number): number {
    const next = Math.round(Math.min(Math.max(to, MIN_HEIGHT_PX), Math.max(limit, MIN_HEIGHT_PX)));
    setWanted(next);
    return next;
  }

  function press(event: KeyboardEvent) {
    const element = box.current;
    if (!element || event.ctrlKey || event.altKey || event.metaKey) return;
    const now = element.offsetHeight;
    const limit = highest(element);
    const to = { ArrowUp: now - STEP_PX, ArrowDown: now + STEP_PX, Home: MIN_HEIGHT_PX, End: limit }[
      keyOf(event)
    ];
    if (to === undefined) return;
    event.preventDefault();
    storeHeight(change(to, limit));
  }

  function begin(event: PointerEvent<HTMLElement>) {
    const element = box.current;
    if (!element || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientY, height: element.offsetHeight, max: highest(element) };
  }

  function move({ clientY }: PointerEvent) {
    if (!drag.current) return;
    const { from, height: before, max: limit } = drag.current;
    if (clientY !== from) change(before + clientY - from, limit);
  }

  function end() {
    if (drag.current && wanted !== null) storeHeight(wanted);
    drag.current = null;
  }

  return (
    <>
      <div
        ref={box}
        id={id}
        className={classNames('picture w-full overflow-hidden rounded-xl', className)}
        style={wanted === null ? undefined : { height: wanted, aspectRatio: 'auto' }}
      >
        {children}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved. */}
      <div
        role="separator"
        tabIndex={0}
        aria-label="Height of the picture"
        aria-orientation="horizontal"
        aria-controls={id}
        aria-valuenow={height}
        aria-valuemin={MIN_HEIGHT_PX}
        aria-valuemax={Math.max(max, height, MIN_HEIGHT_PX)}
        aria-valuetext={`${height} pixels`}
        title="Drag to change the height of the picture; double-click to reset it"
        className="picture-line group flex h-4 shrink-0 cursor-row-resize touch-none items-center justify-center rounded-md"
        onFocus={() => box.current && setMax(highest(box.current))}
        onKeyDown={press}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onDoubleClick={() => {
          setWanted(null);
          storeHeight(null);
        }}
      >
        <span className="h-1 w-10 rounded-full bg-line-strong group-hover:bg-brand-ink forced-colors:border" />
      </div>
    </>
  );
}

/** The height of a box in whole pixels, whatever decides it. */
function useHeight(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return height;
}

/** How high the page lets the picture become at most. */
function highest(box: HTMLElement): number {
  const { height, aspectRatio } = box.style;
  box.style.height = '10000px';
  box.style.aspectRatio = 'auto';
  const max = box.offsetHeight;
  box.style.height = height;
  box.style.aspectRatio = aspectRatio;
  return max;
}

/** The height that this browser remembers, in pixels; null if it should be the usual one. */
function readHeight(): number | null {
  const stored = Number(readStored(KEY) ?? '');
  return stored >= MIN_HEIGHT_PX ? stored : null;
}

function storeHeight(height: number | null): void {
  writeStored(KEY, height === null ? '' : String(height));
}
