import { useQueryClient } from '@tanstack/react-query';
import { wordsOf } from './data.ts';
import type { PlayableTranscript } from './playable-transcript.ts';
import type { PlaybackState, PlaybackStore } from './playback-store.ts';
import type { RecordingRef } from './recording-ref.ts';
import { rangeOfSelected } from './selected-range.ts';
import { selectedText } from './selected-text.ts';
import { usePlayback } from './use-playback.ts';

/** Shorter ones would only stutter. */
const MIN_LOOP_SECONDS = 0.5;

export interface LoopControl {
  loop: PlaybackState['loop'];
  /** Loops the selected text; else sets the start of a loop, then its end, and then ends it. */
  advance: () => void;
}

/** A stretch of the recording that is played again and again. */
export function useLoop(
  store: PlaybackStore,
  recording: RecordingRef,
  { timestampedTranscript: segments }: PlayableTranscript,
): LoopControl {
  const loop = usePlayback(store, (state) => state.loop);
  const queryClient = useQueryClient();

  function playLoop(start: number, end: number): void {
    store.choose({ loop: { start, end } });
    store.playFrom(start);
  }

  function advance(): void {
    const selected = loop === null ? selectedText() : null;
    // The text has fetched them, and fetches them again after edits.
    const words = queryClient.getQueryData(wordsOf(recording).queryKey);
    const range = selected && rangeOfSelected(segments, words, selected);
    const now = store.getTime();
    if (range && range.end - range.start >= MIN_LOOP_SECONDS) playLoop(range.start, range.end);
    else if (loop === null) store.choose({ loop: { start: now, end: null } });
    else if (loop.end === null && now - loop.start >= MIN_LOOP_SECONDS) playLoop(loop.start, now);
    else store.choose({ loop: null });
  }

  return { loop, advance };
}
