import { formatTime } from '#domain/timecode.ts';
import { formatClock } from '#web/lib/format.ts';

/** A time in which a call, a locked screen or another program had the microphone. Nothing is recorded meanwhile. */
export interface Interruption {
  /** How much had been recorded. */
  atMs: number;
  /** By the clock, since a sleeping device stops other ones. */
  since: number;
  /** Null while it lasts. */
  until: number | null;
}

export function endInterruption(interruption: Interruption | null, now: number): Interruption | null {
  return interruption && interruption.until === null ? { ...interruption, until: now } : interruption;
}

/** What happened, and what can be done. */
export function interruptionText({ atMs, since, until }: Interruption, isOver: boolean): string {
  const at = formatTime(atMs / 1000);
  const clock = formatClock(since);
  if (until === null) {
    return `The microphone was taken away at ${clock}, after ${at} of the recording, for example by a call, a locked screen or another program. Everything until then is kept. Recording goes on by itself when the microphone is back; if it does not come back, press Stop.`;
  }
  const away = formatTime((until - since) / 1000);
  return `The microphone was away for ${away} (from ${clock}), after ${at} of the recording. Nothing was recorded meanwhile; everything before is kept${isOver ? '.' : ', and recording goes on.'}`;
}
