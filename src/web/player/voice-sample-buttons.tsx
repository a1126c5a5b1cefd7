import { AudioLines } from 'lucide-react';
import { useMemo } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { formatTime } from '#domain/timecode.ts';
import { type VoiceSample, voiceSamples } from '#domain/voice-samples.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlaybackStore } from './playback-store.ts';
import { usePlayback } from './use-playback.ts';

/** How many samples of a voice are offered at once. */
export const SAMPLES_SHOWN = 3;

/** The first samples of each of these speakers, by their displayed labels. */
export function useVoiceSamples(
  source: Pick<Transcript, 'timestampedTranscript' | 'showSpeakers'>,
  labels: readonly string[],
): ReadonlyMap<string, readonly VoiceSample[]> {
  const { timestampedTranscript, showSpeakers } = source;
  const list = labels.join('\n');
  return useMemo(
    () =>
      new Map(
        list
          .split('\n')
          .map((label) => [
            label,
            voiceSamples({ timestampedTranscript, showSpeakers }, label).slice(0, SAMPLES_SHOWN),
          ]),
      ),
    [timestampedTranscript, showSpeakers, list],
  );
}

interface VoiceSampleButtonsProps {
  store: PlaybackStore;
  /** Whose voice it is. */
  name: string;
  samples: readonly VoiceSample[];
}

/** A button for each sample of a voice. */
export function VoiceSampleButtons({ store, name, samples }: VoiceSampleButtonsProps) {
  const playing = usePlayback(store, (state) => (state.playing ? state.sample : null));
  const unavailable = usePlayback(store, (state) => state.unavailable);
  if (samples.length === 0) return <p className="text-xs text-quiet">This voice is nowhere heard alone.</p>;
  return (
    <div className="flex flex-wrap gap-1">
      {samples.map((sample, index) => (
        <Button
          key={sample.start}
          variant="ghost"
          size="sm"
          className={`h-8! px-2! text-xs! tabular-nums [&_svg]:size-3.5! ${playing?.start === sample.start ? 'bg-brand-soft text-brand-ink' : 'text-quiet'}`}
          disabled={unavailable !== null}
          title={unavailable ?? undefined}
          aria-label={`Hear ${name}, sample ${index + 1}, at ${formatTime(sample.start)}`}
          onClick={() => store.playSample(sample)}
        >
          <AudioLines aria-hidden="true" />
          {formatTime(sample.start)}
        </Button>
      ))}
    </div>
  );
}
