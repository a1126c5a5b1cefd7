import { AudioLines } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { formatTime } from '#domain/timecode.ts';
import { voiceSamples } from '#domain/voice-samples.ts';
import { AnchoredAction } from '#web/ui/anchored-menu.tsx';
import type { PlaybackStore } from './playback-store.ts';
import { usePlayback } from './use-playback.ts';

interface VoiceSampleItemProps {
  store: PlaybackStore;
  source: Pick<Transcript, 'timestampedTranscript' | 'showSpeakers'>;
  /** The speaker, by the displayed label. */
  label: string;
}

/** A menu item that plays a few seconds of a voice, and another sample each time. Its menu stays open. */
export function VoiceSampleItem({ store, source, label }: VoiceSampleItemProps) {
  const samples = useMemo(() => voiceSamples(source, label), [source, label]);
  const played = useRef(0);
  const playing = usePlayback(store, (state) => (state.playing ? state.sample : null));
  const unavailable = usePlayback(store, (state) => state.unavailable);
  return (
    <AnchoredAction
      refusal={samples.length === 0 ? 'This voice is nowhere heard alone.' : unavailable}
      onSelect={() => {
        const sample = samples[played.current % samples.length];
        played.current += 1;
        if (sample) store.playSample(sample);
      }}
    >
      <AudioLines aria-hidden="true" />
      Hear a sample
      {playing && (
        <span className="ml-auto text-xs text-quiet tabular-nums">{formatTime(playing.start)}</span>
      )}
    </AnchoredAction>
  );
}
