import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import type { LiveTextSession } from './live-text-session.ts';

/** The live text: the final lines, and the one still being spoken. */
export function LiveTextBox({ session, isOver }: { session: LiveTextSession; isOver: boolean }) {
  const { lines, note } = useSyncExternalStore(session.subscribe, session.getState);
  const box = useRef<HTMLDivElement>(null);
  const onScroll = useStayAtEnd(box, lines);
  const isEmpty = lines.final.length === 0 && lines.open === '';
  if (isOver && isEmpty) return null;
  return (
    <section aria-label="Live text">
      <div
        ref={box}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
        tabIndex={0}
        className={classNames(
          'overflow-y-auto overscroll-contain rounded-xl bg-sunken px-4 py-3 leading-relaxed',
          isOver ? 'max-h-36' : 'h-36',
        )}
      >
        {isEmpty && <p className="text-quiet">{note ?? 'What you say appears here.'}</p>}
        <p dir="auto">
          {/* Screen readers announce finished lines only, not the one that is still changing. */}
          <span role="log" aria-label="Text so far">
            {lines.final.map(({ key, text }) => (
              <span key={key}>{text} </span>
            ))}
          </span>
          <span aria-hidden="true" className="text-quiet">
            {lines.open}
          </span>
        </p>
      </div>
      <p className="mt-2 text-sm text-quiet">
        {(!isEmpty && note) || 'This is a preview. The transcript itself is made from the recording.'}
      </p>
    </section>
  );
}

const NEAR_PX = 24;

/** Shows the end as it grows, unless the reader has scrolled away from it. */
function useStayAtEnd(ref: React.RefObject<HTMLElement | null>, growing: unknown): () => void {
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows with these.
  useLayoutEffect(() => {
    const box = ref.current;
    if (box && isAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [ref, growing]);
  return () => {
    const box = ref.current;
    if (box) isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
  };
}
