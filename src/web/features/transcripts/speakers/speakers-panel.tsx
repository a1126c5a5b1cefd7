import { UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { shownSpeakers } from '#domain/speakers.ts';
import { talkTimes } from '#domain/talk-time.ts';
import { CollapsibleCard } from '#web/ui/collapsible-card.tsx';
import { SpeakerRow } from './speaker-row.tsx';

interface SpeakersPanelProps {
  transcript: Transcript;
  onJump: (seconds: number) => void;
}

/** With more speakers than this, the panel is closed at first, so that the text is not far down the page. */
const FEW = 4;

/** The panel of speakers: their names, when they talk and how much. */
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
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = isOpen ?? speakers.length <= FEW;
  if (speakers.length === 0) return null;
  return (
    <CollapsibleCard
      icon={<UsersRound aria-hidden="true" />}
      title="Speakers"
      aside={<span className="tabular-nums">{speakers.length}</span>}
      open={open}
      onOpenChange={setOpen}
    >
      {open && (
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
      )}
    </CollapsibleCard>
  );
}
