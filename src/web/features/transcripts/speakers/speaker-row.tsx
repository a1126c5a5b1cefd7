import { Merge, Pencil, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import type { Speaker } from '#domain/speakers.ts';
import type { TalkTime } from '#domain/talk-time.ts';
import { formatTime } from '#domain/timecode.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { formatPercent } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { SpeakerLabel } from './speaker-label.tsx';
import { SpeakerNameForm } from './speaker-name-form.tsx';
import { TalkLane } from './talk-lane.tsx';
import { useSpeakers } from './use-speakers.ts';

interface SpeakerRowProps {
  transcript: Transcript;
  speaker: Speaker;
  others: readonly Speaker[];
  talk: {
    time: TalkTime;
    /** The share of the talk time, 0 to 1. */
    part: number;
    durationSeconds: number;
  };
  onJump: (seconds: number) => void;
}

/** One speaker: the name with its actions, the talk time, and a timeline of when the speaker talks. */
export function SpeakerRow({ transcript, speaker, others, talk, onJump }: SpeakerRowProps) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  useKeptFocus(pencil, editing);
  const { reset, merge } = useSpeakers(transcript);
  const twin = others.find(({ name }) => name === speaker.name);
  const isRenamed = speaker.name !== speaker.label;
  return (
    <li
      className={`speaker-${speaker.color} grid gap-x-5 gap-y-2 px-5 py-3 sm:px-6 @md:grid-cols-[minmax(0,15rem)_1fr] @md:items-center`}
    >
      {editing ? (
        <SpeakerNameForm transcript={transcript} speaker={speaker} onClose={() => setEditing(false)} />
      ) : (
        <div className="flex min-h-11 items-center gap-1">
          <span className="mr-1.5 size-3 shrink-0 rounded-full bg-(--speaker)" aria-hidden="true" />
          <span dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
            {speaker.name}
          </span>
          {transcript.abilities.edit && (
            <>
              <Tooltip text="Rename">
                <Button
                  ref={pencil}
                  variant="ghost"
                  size="icon"
                  className="size-9! text-quiet"
                  aria-label={`Rename ${speaker.name}`}
                  onClick={() => setEditing(true)}
                >
                  <Pencil aria-hidden="true" />
                </Button>
              </Tooltip>
              {isRenamed && (
                <Tooltip text={`Reset to ${speaker.label}`}>
                  <Button
                    variant="ghost"
                    size="icon"
                    className="size-9! text-quiet"
                    aria-label={`Reset ${speaker.name} to ${speaker.label}`}
                    onClick={() => reset(speaker.label)}
                  >
                    <RotateCcw aria-hidden="true" />
                  </Button>
                </Tooltip>
              )}
              {others.length > 0 && (
                <Menu
                  trigger={
                    <Button
                      variant="ghost"
                      size="icon"
                      className="size-9! text-quiet"
                      aria-label={`Merge ${speaker.name} into another speaker`}
                    >
                      <Merge aria-hidden="true" />
                    </Button>
                  }
                >
                  <MenuHeading>{`Merge ${speaker.name} into`}</MenuHeading>
                  {others.map((other) => (
                    <MenuItem key={other.label} onSelect={() => void merge(speaker, other)}>
                      <SpeakerLabel speaker={other} among={[speaker, ...others]} />
                    </MenuItem>
                  ))}
                </Menu>
              )}
            </>
          )}
        </div>
      )}
      <div className="flex min-w-0 items-center gap-3">
        <div className="min-w-0 flex-1">
          <TalkLane
            name={speaker.name}
            time={talk.time}
            durationSeconds={talk.durationSeconds}
            onJump={onJump}
          />
        </div>
        <p className="w-24 shrink-0 text-right text-sm text-quiet tabular-nums">
          {formatTime(talk.time.seconds)} · {formatPercent(talk.part * 100)}
        </p>
      </div>
      {twin && (
        <p className="text-sm text-quiet @md:col-span-2">
          Another speaker is called {twin.name} too.{' '}
          {transcript.abilities.edit && (
            <Button
              variant="link"
              size="sm"
              className="h-auto! p-0!"
              onClick={() => void merge(speaker, twin)}
            >
              Merge into one speaker
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
