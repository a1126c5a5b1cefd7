import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { SoundChoice } from '#contract/sound-tracks.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { TranscriptionForm } from '#web/speech/transcription-form.tsx';
import { useTranscriptionOptions } from '#web/speech/use-transcription-options.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { soundChoiceOf, soundChoices } from '../sound-choices.ts';
import { transcribeAgainMutation } from './data.ts';

export interface TranscribeAgainDialogProps {
  transcript: Pick<Transcript, 'id' | 'language' | 'languageBy' | 'soundTrack'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that starts transcribing again, for a new version of the text. */
export function TranscribeAgainDialog({ transcript, open, onOpenChange }: TranscribeAgainDialogProps) {
  const { language, languageBy } = transcript;
  // What an engine has found, it finds again.
  const isTold = languageBy === 'choice' || languageBy === 'person';
  const chosen = useTranscriptionOptions({ language: isTold ? language : null });
  const { soundTrack } = transcript;
  const [sound, setSound] = useState(() => soundChoiceOf(transcript));
  const again = useMutation({
    ...transcribeAgainMutation,
    onSuccess: () => onOpenChange(false),
    onError: (error) => showFailure(error, 'The recording could not be transcribed again.'),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Transcribe again"
      description="The recording will be transcribed again. Until that is done, the text stays as it is; afterwards you will find it, with all your changes, under Versions."
    >
      <div className="mt-5 space-y-4">
        {soundTrack && <SoundSelect soundTrack={soundTrack} choice={sound} onChange={setSound} />}
        <TranscriptionForm chosen={chosen} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button
          isIdle={again.isPending}
          onClick={() => again.mutate({ id: transcript.id, ...chosen.options, soundTrack: sound })}
        >
          <RefreshCw aria-hidden="true" />
          Transcribe again
        </Button>
      </div>
    </Dialog>
  );
}

/** Which sound of a recording with several tracks is transcribed, and played with the new text. */
function SoundSelect({
  soundTrack,
  choice,
  onChange,
}: {
  soundTrack: NonNullable<Transcript['soundTrack']>;
  choice: SoundChoice | null;
  onChange: (choice: SoundChoice | null) => void;
}) {
  const choices = soundChoices(soundTrack);
  return (
    <Select
      label="Sound"
      value={String(choice)}
      options={choices.map((each) => ({ value: String(each.choice), label: each.label }))}
      onChange={(value) => onChange(choices.find((each) => String(each.choice) === value)?.choice ?? null)}
      className="max-w-xs"
    />
  );
}
