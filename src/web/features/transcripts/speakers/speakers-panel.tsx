import { ChevronDown, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { shownSpeakers } from '#domain/speakers.ts';
import { talkTimes } from '#domain/talk-time.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { SpeakerRow } from './speaker-row.tsx';

interface SpeakersPanelProps {
  transcript: Transcript;
  onJump: (seconds: number) => void;
}

/** More than this many begin closed, so that the text is not far away. */
const FEW = 4;

/** Who speaks, when and how much, and what they are called. */
export function SpeakersPanel({ transcript, onJump }: SpeakersPanelProps) {
  const { timestampedTranscript: segments, speakerNames, showSpeakers } = transcript;
  const speakers = useMemo(
    () => shownSpeakers({ timestampedTranscript: segments, speakerNames, showSpeakers }),
    [segments, speakerNames, showSpeakers],
  );
  const durationSeconds = transcript.duration ?? segments.at(-1)?.end ?? 0;
  // With speakers put away, all is one voice.
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
    <Card aria-labelledby="speakers-title">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center gap-2.5 rounded-2xl px-5 py-4 text-left font-semibold sm:px-6"
        >
          <UsersRound className="size-4.5 text-quiet" aria-hidden="true" />
          <span id="speakers-title">Speakers</span>
          <span className="text-sm font-normal text-quiet tabular-nums">{speakers.length}</span>
          <ChevronDown
            className={classNames('ml-auto size-4.5 text-quiet transition-transform', open && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </h3>
      {open && (
        <ul className="divide-y border-t">
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
    </Card>
  );
}
