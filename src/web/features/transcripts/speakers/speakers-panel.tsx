import { Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { shownSpeakers } from '#domain/speakers.ts';
import { talkTimes } from '#domain/talk-time.ts';
import { lazily } from '#web/lib/lazily.tsx';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { Button } from '#web/ui/button.tsx';
import { SpeakerRow } from './speaker-row.tsx';

const NameSpeakersDialog = lazily(
  async () => (await import('./name-speakers-dialog.tsx')).NameSpeakersDialog,
);

interface SpeakersPanelProps {
  transcript: Transcript;
  store: PlaybackStore;
  onJump: (seconds: number) => void;
}

/** The speakers: their names, when they talk and how much. */
export function SpeakersPanel({ transcript, store, onJump }: SpeakersPanelProps) {
  const [isNaming, setNaming] = useState(false);
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
    <>
      {transcript.abilities.edit && speakers.length > 1 && (
        <div className="border-b px-5 py-3 sm:px-6">
          <Button variant="outline" size="sm" onClick={() => setNaming(true)}>
            <Users aria-hidden="true" />
            Name speakers…
          </Button>
        </div>
      )}
      {isNaming && (
        <NameSpeakersDialog
          transcript={transcript}
          speakers={speakers}
          store={store}
          onClose={() => setNaming(false)}
        />
      )}
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
    </>
  );
}
