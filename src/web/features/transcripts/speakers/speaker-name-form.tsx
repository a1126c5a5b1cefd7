import { SpeakerName } from '#contract/edits.ts';
import { MAX_SPEAKER_NAME_LENGTH } from '#contract/limits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { Speaker } from '#domain/speakers.ts';
import { InlineForm } from '#web/ui/inline-form.tsx';
import { useSpeakers } from './use-speakers.ts';

interface SpeakerNameFormProps {
  transcript: Transcript;
  speaker: Speaker;
  onClose: () => void;
}

/** Renames a speaker in place. */
export function SpeakerNameForm({ transcript, speaker, onClose }: SpeakerNameFormProps) {
  const { label, name } = speaker;
  const { rename } = useSpeakers(transcript);
  return (
    <InlineForm
      label={`Name of ${name}`}
      saves="speaker name"
      value={name === label ? '' : name}
      maxLength={MAX_SPEAKER_NAME_LENGTH}
      schema={SpeakerName}
      placeholder="Custom name..."
      onSave={(next) => rename(label, next)}
      onClose={onClose}
    />
  );
}
