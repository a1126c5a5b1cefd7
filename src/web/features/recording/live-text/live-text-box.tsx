import { useRef, useSyncExternalStore } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { useStickToEnd } from '#web/lib/use-stick-to-end.ts';
import type { LiveTextSession } from './live-text-session.ts';

/** The live text: the final lines, and the one still being spoken. */
export function LiveTextBox({ session, isOver }: { session: LiveTextSession; isOver: boolean }) {
  const { lines, note } = useSyncExternalStore(session.subscribe, session.getState);
  const box = useRef<HTMLDivElement>(null);
  useStickToEnd(box, lines, null);
  const isEmpty = lines.length === 0;
  if (isOver && isEmpty) return null;
  return (
    <section aria-label="Live text">
      <div
        ref={box}
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
            {lines.map(
              ({ session: connection, startMs, text, isFinal }) =>
                isFinal && <span key={`${connection}:${startMs}`}>{text} </span>,
            )}
          </span>
          <span aria-hidden="true" className="text-quiet">
            {lines.find(({ isFinal }) => !isFinal)?.text}
          </span>
        </p>
      </div>
      <p className="mt-2 text-sm text-quiet">
        {(!isEmpty && note) || 'This is a preview. The transcript itself is made from the recording.'}
      </p>
    </section>
  );
}
