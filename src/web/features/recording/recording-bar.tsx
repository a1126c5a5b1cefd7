import { Mic } from 'lucide-react';
import { Link } from 'wouter';
import { formatTime } from '#domain/timecode.ts';
import { Button } from '#web/ui/button.tsx';
import type { Phase } from './recorder-state.ts';
import { type RecordingSignal, useRecordingSignal } from './recording-signal.ts';
import { useSeconds } from './use-seconds.ts';

const WORDS: Partial<Record<Phase, string>> = {
  paused: 'Recording paused',
  interrupted: 'Recording interrupted',
};

/** Says on every other screen that a recording is in progress, and links back to it. */
export function RecordingBar({ href }: { href: string }) {
  const signal = useRecordingSignal();
  if (!signal) return null;
  return (
    <aside
      aria-label="Recording"
      className="sticky top-0 z-30 flex items-center justify-center gap-x-4 border-b bg-danger-soft px-4 py-1.5 text-sm text-danger-ink"
    >
      <Mic className="size-4 shrink-0" aria-hidden="true" />
      <p>
        {WORDS[signal.phase] ?? 'Recording'} <Elapsed signal={signal} />
      </p>
      <Button asChild variant="outline" size="sm">
        <Link href={href}>Show</Link>
      </Button>
    </aside>
  );
}

function Elapsed({ signal }: { signal: RecordingSignal }) {
  return <span className="tabular-nums">{formatTime(useSeconds(signal.elapsedMs))}</span>;
}
