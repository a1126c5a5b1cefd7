import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { TranscriptId } from '#contract/ids.ts';
import { parseTime } from '#domain/timecode.ts';

/** The second to start from, and a number that grows with every jump, so that jumping to the same second again works. */
interface StartAt {
  seconds: number;
  jump: number;
}

/** The selected transcript and the second to start from, both stored in the address. */
export function useSelection() {
  const [search, setSearch] = useSearchParams();
  const [jump, setJump] = useState(0);
  const id = TranscriptId.safeParse(search.get('transcript') ?? undefined).data ?? null;
  const seconds = parseTime(search.get('t') ?? '');
  const startAt: StartAt | null = seconds === null ? null : { seconds, jump };
  return {
    id,
    startAt,
    select: (next: TranscriptId | null, from: number | null = null) => {
      setJump((count) => count + 1);
      setSearch((current) => {
        const changed = new URLSearchParams(current);
        setOrDelete(changed, 'transcript', next);
        // Both were of the other one.
        changed.delete('end');
        changed.delete('clips');
        setOrDelete(changed, 't', from === null ? null : Math.round(from * 1000) / 1000);
        return changed;
      });
    },
  };
}

function setOrDelete(search: URLSearchParams, name: string, value: number | null): void {
  if (value === null) search.delete(name);
  else search.set(name, String(value));
}
