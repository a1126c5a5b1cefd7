import { useMemo, useRef } from 'react';
import { describeSpeakers, type SpeakerSource } from '#domain/speakers.ts';
import type { TimeRange } from '#domain/timeline.ts';
import type { PlayableTranscript } from './playable-transcript.ts';
import type { PlaybackStore } from './playback-store.ts';
import { rangesWithout, silencesOf, skipTarget } from './skipped-ranges.ts';
import { usePlayback, useTimeTicks } from './use-playback.ts';
import type { Waveform } from './waveform-columns.ts';

/** A loop or a clip is left by going somewhere else, not by the jump past its end that a busy browser makes. */
const LATE_SECONDS = 1;

/** Skips silences and other speakers, goes back to the start of a loop, and stops at the end of a clip, while it plays; a sample is played as it is. */
export function usePlaybackRules(
  store: PlaybackStore,
  transcript: PlayableTranscript,
  waveform: Waveform | null,
  durationSeconds: number,
): void {
  const ranges = useSkippedRanges(store, transcript, waveform, durationSeconds);
  const before = useRef(0);
  useTimeTicks(store, (seconds) => {
    const { playing, loop, clip, sample } = store.getState();
    const wasBefore = before.current;
    before.current = seconds;
    if (!playing) return;
    if (sample) {
      if (seconds >= sample.end) store.endSample();
      return;
    }
    const target = skipTarget(ranges, seconds);
    const reached = target ?? seconds;
    const isAtEnd = clip && wasBefore < clip.end && seconds < clip.end + LATE_SECONDS && reached >= clip.end;
    if (isAtEnd) {
      store.seek(clip.end);
      return store.pause();
    }
    if (loop?.end && seconds < loop.end + LATE_SECONDS && reached >= loop.end) return store.seek(loop.start);
    if (target === null) return;
    store.seek(target);
    // Nothing more is to be heard.
    if (target >= durationSeconds) store.pause();
  });
}

function useSkippedRanges(
  store: PlaybackStore,
  { timestampedTranscript: segments, showSpeakers }: PlayableTranscript,
  waveform: Waveform | null,
  durationSeconds: number,
): readonly TimeRange[] {
  const skipsSilence = usePlayback(store, (state) => state.skipsSilence);
  const onlySpeaker = usePlayback(store, (state) => state.onlySpeaker);
  return useMemo(() => {
    const silences = skipsSilence && waveform ? silencesOf(segments, waveform, durationSeconds) : [];
    const isHeard = isShownAs(onlySpeaker, { timestampedTranscript: segments, showSpeakers });
    const others = isHeard ? rangesWithout(segments, isHeard, durationSeconds) : [];
    return [...silences, ...others].toSorted((one, other) => one.start - other.start);
  }, [segments, showSpeakers, waveform, durationSeconds, skipsSilence, onlySpeaker]);
}

/** Whether a segment's label is this speaker; null if everyone is to be heard, or the speaker is not there any more. */
function isShownAs(
  label: string | null,
  source: Omit<SpeakerSource, 'speakerNames'>,
): ((speaker: string) => boolean) | null {
  if (label === null) return null;
  const speakers = describeSpeakers({ ...source, speakerNames: {} });
  const isThere = [...speakers.values()].some((speaker) => speaker.label === label);
  return isThere ? (speaker) => speakers.get(speaker)?.label === label : null;
}
