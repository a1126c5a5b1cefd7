import { type KeyboardEvent, useRef, useState } from 'react';
import { SpeakerName } from '#contract/edits.ts';
import { MAX_SPEAKER_NAME_LENGTH } from '#contract/limits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { Speaker } from '#domain/speakers.ts';
import { keyOf } from '#web/lib/key-of.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { SAMPLES_SHOWN, useVoiceSamples, VoiceSampleButtons } from '#web/player/voice-sample-buttons.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { useSpeakers } from './use-speakers.ts';

interface NameSpeakersDialogProps {
  transcript: Transcript;
  speakers: readonly Speaker[];
  store: PlaybackStore;
  onClose: () => void;
}

/** Names all speakers in one pass: each with samples of the voice to hear, and with keys that lead from one to the next. */
export function NameSpeakersDialog({ transcript, speakers, store, onClose }: NameSpeakersDialogProps) {
  const { renameAll } = useSpeakers(transcript);
  const [names, setNames] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(speakers.map(({ label, name }) => [label, name === label ? '' : name])),
  );
  const form = useRef<HTMLFormElement>(null);
  const samples = useVoiceSamples(
    transcript,
    speakers.map(({ label }) => label),
  );
  const twins = twinsOf(names);

  function play(label: string | undefined, index: number) {
    const sample = label === undefined ? undefined : samples.get(label)?.[index];
    if (sample) store.playSample(sample);
  }

  /** Moves on and lets the next voice be heard; false behind the last one. */
  function goTo(index: number): boolean {
    const field = form.current?.querySelectorAll('input')[index];
    field?.focus();
    if (field) play(speakers[index]?.label, 0);
    return field !== undefined;
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const sample = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (sample && event.altKey && Number(sample) <= SAMPLES_SHOWN) {
      event.preventDefault();
      play(speakers[index]?.label, Number(sample) - 1);
    }
    if (keyOf(event) !== 'Enter') return;
    event.preventDefault();
    if (!goTo(index + (event.shiftKey ? -1 : 1)) && !event.shiftKey) save();
  }

  function save() {
    const others = Object.entries(transcript.speakerNames).filter(([label]) => !(label in names));
    const given = Object.entries(names).flatMap(([label, name]) => {
      const checked = SpeakerName.safeParse(name);
      return checked.success && checked.data !== label ? [[label, checked.data] as const] : [];
    });
    // Says itself if it fails, and shows the names of before.
    renameAll(Object.fromEntries([...others, ...given])).catch(() => undefined);
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Name speakers" width="medium">
      <p className="mt-1 text-sm text-quiet">
        Listen to each voice and say who it is. What you leave empty keeps its number.
        <span className="pointer-coarse:hidden">
          {' '}
          Enter goes on to the next voice, Alt+1 to Alt+{SAMPLES_SHOWN} play samples.
        </span>
      </p>
      <form
        ref={form}
        noValidate
        className="mt-4 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {speakers.map(({ label, color }, index) => (
          <div key={label} className={`speaker-${color} flex gap-3`}>
            <span className="mt-10 size-3 shrink-0 rounded-full bg-(--speaker)" aria-hidden="true" />
            <div className="min-w-0 flex-1 space-y-1">
              <Field
                label={`Name of ${label}`}
                dir="auto"
                autoComplete="off"
                maxLength={MAX_SPEAKER_NAME_LENGTH}
                placeholder={label}
                value={names[label] ?? ''}
                {...(twins.has(label) && {
                  hint: 'Another speaker has this name too. Both stay apart until you merge them.',
                })}
                onChange={(event) => {
                  const name = event.target.value;
                  setNames((before) => ({ ...before, [label]: name }));
                }}
                onKeyDown={(event) => onKeyDown(event, index)}
              />
              <VoiceSampleButtons store={store} name={label} samples={samples.get(label) ?? []} />
            </div>
          </div>
        ))}
        <div className="flex justify-end gap-2 pt-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save names</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The speakers whose name another one was given, too. */
function twinsOf(names: Readonly<Record<string, string>>): ReadonlySet<string> {
  const byName = Map.groupBy(Object.entries(names), ([, name]) => name.trim().toLowerCase());
  return new Set(
    [...byName].flatMap(([name, those]) =>
      name !== '' && those.length > 1 ? those.map(([label]) => label) : [],
    ),
  );
}
