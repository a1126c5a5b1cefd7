import { useId, useState } from 'react';
import { SpeakerName } from '#contract/edits.ts';
import { MAX_SPEAKER_NAME_LENGTH } from '#contract/limits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { type Speaker, shownSpeakers } from '#domain/speakers.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineForm } from '#web/ui/inline-form.tsx';
import { useSpeakers } from './use-speakers.ts';

interface SpeakerNameFormProps {
  transcript: Transcript;
  speaker: Speaker;
  /** Runs what joins two speakers, which may remove the name that this was opened at. */
  onMerge?: (merge: () => Promise<void>) => void;
  onClose: () => void;
}

/** Renames a speaker in place. With the name of another speaker, asks whether they are the same person, and then joins them. */
export function SpeakerNameForm({
  transcript,
  speaker,
  onMerge = (merge) => void merge(),
  onClose,
}: SpeakerNameFormProps) {
  const { label, name } = speaker;
  const { rename, merge } = useSpeakers(transcript);
  const [twin, setTwin] = useState<Speaker | null>(null);

  function save(next: string) {
    const other = shownSpeakers(transcript).find(
      (each) => each.label !== label && isSameName(each.name, next),
    );
    if (other) {
      setTwin(other);
      return undefined;
    }
    const saving = rename(label, next);
    onClose();
    return saving;
  }

  if (twin) {
    return (
      <SamePerson
        name={twin.name}
        onJoin={() => {
          onMerge(() => merge(speaker, twin));
          onClose();
        }}
        onKeep={() => {
          rename(label, twin.name).catch(() => undefined);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <InlineForm
      label={`Name of ${name}`}
      saves="speaker name"
      value={name === label ? '' : name}
      draft={`name of ${label} in ${transcript.id}`}
      maxLength={MAX_SPEAKER_NAME_LENGTH}
      schema={SpeakerName}
      placeholder="Custom name..."
      onSave={save}
      onLeave={(next) => rename(label, next)}
      onClose={onClose}
    />
  );
}

interface SamePersonProps {
  name: string;
  onJoin: () => void;
  onKeep: () => void;
  onClose: () => void;
}

function SamePerson({ name, onJoin, onKeep, onClose }: SamePersonProps) {
  const id = useId();
  return (
    <div
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="space-y-2 py-1"
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape') return;
        // A surrounding dialog must not be closed.
        event.stopPropagation();
        onClose();
      }}
    >
      <p id={`${id}-title`} className="font-medium">
        Same person?
      </p>
      <p id={`${id}-text`} className="text-sm wrap-anywhere text-quiet">
        Another speaker is called {name} too.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button ref={focus} size="sm" onClick={onJoin}>
          Join into One
        </Button>
        <Button variant="outline" size="sm" onClick={onKeep}>
          Keep Apart
        </Button>
      </div>
    </div>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Whether people would take two names for the same: upper and lower case count as one. */
function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0;
}
