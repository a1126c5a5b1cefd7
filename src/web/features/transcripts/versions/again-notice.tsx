import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import { USUAL_OPTIONS } from '#contract/transcription-options.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { useEngines } from '#web/speech/data.ts';
import { otherEngines } from '#web/speech/engine-options.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { cancelMutation } from '../data.ts';
import { soundChoiceOf } from '../sound-choices.ts';
import { percentText, shownPercent, stageText } from '../stage-text.ts';
import { transcribeAgainMutation } from './data.ts';

/** The progress of a new version, or why it failed. */
export function AgainNotice({ transcript }: { transcript: Transcript }) {
  const cancel = useMutation(cancelMutation);
  if (transcript.stage === null) {
    if (transcript.errorMessage === null) return null;
    return (
      <Notice
        tone="warn"
        icon={<CircleAlert />}
        action={transcript.abilities.own && <AgainElsewhere transcript={transcript} />}
      >
        <strong className="font-semibold">It could not be transcribed again.</strong>{' '}
        {transcript.errorMessage} The text has not changed.
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      icon={<Spinner />}
      action={
        transcript.abilities.own && (
          <Button
            variant="outline"
            size="sm"
            isIdle={cancel.isPending}
            onClick={() => cancel.mutate(transcript.id)}
          >
            Cancel
          </Button>
        )
      }
    >
      <p role="status" className="flex justify-between gap-4 tabular-nums">
        <span>Being transcribed again: {stageText(transcript)}</span>
        <span aria-hidden="true">{percentText(transcript)}</span>
      </p>
      <div className="mt-2">
        <Progress percent={shownPercent(transcript)} label="Progress of the new version" />
      </div>
    </Notice>
  );
}

function AgainElsewhere({ transcript }: { transcript: Transcript }) {
  const [other] = otherEngines(useEngines(), transcript);
  const again = useMutation({
    ...transcribeAgainMutation,
    onError: (error) => showFailure(error, 'The recording could not be transcribed again.'),
  });
  if (!other) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      isIdle={again.isPending}
      onClick={() =>
        again.mutate({
          id: transcript.id,
          ...USUAL_OPTIONS,
          engine: other.name,
          soundTrack: soundChoiceOf(transcript),
        })
      }
    >
      Retry with {SPEECH_ENGINES[other.name].name}
    </Button>
  );
}
