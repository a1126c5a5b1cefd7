import { useSearchParams } from 'wouter';
import type { TimeRange } from '#domain/timeline.ts';

const NAME = 'clips';
/** Opened without a stretch of the recording. */
const ANY = 'open';

/** Whether the clips are open, and for which stretch of the recording (seconds); it is stored in the address. */
export function useClipRequest() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(NAME);

  function change(value: string | null): void {
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        if (value === null) changed.delete(NAME);
        else changed.set(NAME, value);
        return changed;
      },
      { replace: true },
    );
  }

  return {
    isOpen: asked !== null,
    /** Null: any. */
    range: rangeIn(asked),
    open: (range?: TimeRange) => change(range ? `${exact(range.start)}-${exact(range.end)}` : ANY),
    close: () => change(null),
  };
}

const exact = (seconds: number) => String(Math.round(seconds * 1000) / 1000);

function rangeIn(text: string | null): TimeRange | null {
  const [, start, end] = /^(\d{1,7}(?:\.\d{1,3})?)-(\d{1,7}(?:\.\d{1,3})?)$/.exec(text ?? '') ?? [];
  return start === undefined ? null : { start: Number(start), end: Number(end) };
}
