import { type PointerEvent, useRef } from 'react';

/** The distance to the right that dismisses the element. */
const SWIPE_PX = 50;
/** How far a finger and a mouse may move during a mere click. */
const SLACK_PX = { touch: 10, other: 2 };
const OUT_MS = 120;

/** The event handlers of an element that can be dismissed by swiping it to the right; then calls `onAway`. */
export function useSwipeAway(onAway: () => void) {
  const from = useRef<{ x: number; y: number; isMoving: boolean } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0) from.current = { x: event.clientX, y: event.clientY, isMoving: false };
    },
    onPointerMove: ({
      currentTarget,
      clientX,
      clientY,
      pointerId,
      pointerType,
    }: PointerEvent<HTMLElement>) => {
      const start = from.current;
      if (!start) return;
      const x = clientX - start.x;
      const slack = SLACK_PX[pointerType === 'touch' ? 'touch' : 'other'];
      if (!start.isMoving) {
        if (Math.abs(clientY - start.y) > Math.max(slack, Math.abs(x))) from.current = null;
        if (x <= slack || from.current === null) return;
        start.isMoving = true;
        // From now on, the element under the pointer is not clicked any more.
        currentTarget.setPointerCapture(pointerId);
      }
      currentTarget.style.translate = `${Math.max(0, x)}px 0`;
    },
    onPointerUp: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      const start = from.current;
      from.current = null;
      if (!start?.isMoving) return;
      const x = Math.max(0, clientX - start.x);
      currentTarget.style.translate = '';
      if (x <= SWIPE_PX) return;
      const frames = [{ translate: `${x}px 0` }, { translate: '110% 0', opacity: 0 }];
      currentTarget.animate(frames, { duration: OUT_MS, easing: 'ease-out', fill: 'forwards' }).onfinish =
        onAway;
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      from.current = null;
      currentTarget.style.translate = '';
    },
  };
}
