import { useMemo } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { shownSpeakers } from '#domain/speakers.ts';
import { talkTimes } from '#domain/talk-time.ts';
import { SpeakerRow } from './speaker-row.tsx';

interface SpeakersPanelProps {
  transcript: Transcript;
  onJump: (seconds: number) => void;
}

/** The speakers: their names, when they talk and how much. */
export function SpeakersPanel({ transcript, onJump }: SpeakersPanelProps) {
  const { timestampedTranscript: segments, speakerNames, showSpeakers } = transcript;
  const speakers = useMemo(
    () => shownSpeakers({ timestampedTranscript: segments, speakerNames, showSpeakers }),
    [segments, speakerNames, showSpeakers],
  );
  const durationSeconds = transcript.duration ?? segments.at(-1)?.end ?? 0;
  // While speakers are hidden, all segments count as one speaker's.
  const times = useMemo(
    () =>
      talkTimes(
        showSpeakers
          ? segments
          : segments.map(({ start, end }) => ({ start, end, speaker: segments[0]?.speaker ?? '' })),
        durationSeconds,
      ),
    [segments, showSpeakers, durationSeconds],
  );
  const spoken = [...times.values()].reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <ul className="@container divide-y">
      {speakers.map((speaker) => (
        <SpeakerRow
          key={speaker.label}
          transcript={transcript}
          speaker={speaker}
          others={speakers.filter(({ label }) => label !== speaker.label)}
          talk={{
            time: times.get(speaker.label) ?? { seconds: 0, stretches: [] },
            part: spoken > 0 ? (times.get(speaker.label)?.seconds ?? 0) / spoken : 0,
            durationSeconds,
          }}
          onJump={onJump}
        />
      ))}
    </ul>
  );
}
