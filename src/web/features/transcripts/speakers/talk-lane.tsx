import type { MouseEvent } from 'react';
import type { TalkTime } from '#domain/talk-time.ts';
import { formatTime } from '#domain/timecode.ts';
import { lanePath } from './lane-path.ts';

interface TalkLaneProps {
  name: string;
  time: TalkTime;
  durationSeconds: number;
  onJump: (seconds: number) => void;
}

/** A timeline of when a speaker talks. A click goes to that moment; a key press, to where the speaker first talks. */
export function TalkLane({ name, time, durationSeconds, onJump }: TalkLaneProps) {
  const first = time.stretches[0]?.start ?? 0;

  function jump(event: MouseEvent<HTMLButtonElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    // A key press is a click without a position.
    const isPointed = event.detail > 0 && width > 0;
    onJump(isPointed ? Math.max(0, ((event.clientX - left) / width) * durationSeconds) : first);
  }

  return (
    <button
      type="button"
      onClick={jump}
      aria-label={`Go to where ${name} first speaks, ${formatTime(first)}`}
      className="block h-7 w-full overflow-hidden rounded-md bg-sunken"
    >
      <svg
        viewBox={`0 0 ${Math.max(1, durationSeconds)} 1`}
        preserveAspectRatio="none"
        className="size-full text-(--speaker)"
        aria-hidden="true"
      >
        <path d={lanePath(time.stretches, durationSeconds)} fill="currentColor" />
      </svg>
    </button>
  );
}
