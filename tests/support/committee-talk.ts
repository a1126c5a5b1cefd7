import { expect } from 'vitest';
import { wavOf } from './recordings.ts';
import { joinSounds, silence, speak } from './speak.ts';

const SENTENCES =
  'The committee met on Tuesday morning. Nobody had read the long report. We will talk about money next week.';

/** A recording of several minutes of real speech, as a WAV file: enough work to be interrupted in the middle. */
export async function committeeTalk(times: number): Promise<Buffer> {
  const sentences = await speak(SENTENCES);
  return wavOf(joinSounds(...Array.from({ length: times }, () => joinSounds(sentences, silence(1500)))));
}

/** Fails unless each sentence of the recording is there exactly once, in order. */
export function expectWholeText(segments: { start: number; text: string }[], times: number): void {
  const starts = segments.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
  const tuesdays =
    segments
      .map(({ text }) => text)
      .join(' ')
      .match(/tuesday/gi)?.length ?? 0;
  expect(tuesdays).toBe(times);
}
