import { MicOff, TriangleAlert, UsersRound } from 'lucide-react';
import type { Transcript } from '#contract/transcripts.ts';
import { speakerLabels } from '#domain/speakers.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { useChangeTranscript } from './use-change-transcript.ts';

/** What a reader should know before trusting the text. */
export function TranscriptNotices({ transcript }: { transcript: Transcript }) {
  const isEmpty = transcript.timestampedTranscript.length === 0 && transcript.transcript.trim() === '';
  return (
    <>
      {isEmpty && (
        <Notice tone="info" icon={<MicOff />}>
          <strong className="font-semibold">No speech was found in this recording.</strong> It can still be
          played; if people talk in it, they may be too quiet or too far away.
        </Notice>
      )}
      {transcript.doubtful && !isEmpty && (
        <Notice tone="warn" icon={<TriangleAlert />}>
          <strong className="font-semibold">This text may be wrong.</strong> The recording may not be in
          English, or it may be too noisy. The local engine understands English only.
        </Notice>
      )}
      {transcript.speakersSuggested && speakerLabels(transcript.timestampedTranscript).length > 1 && (
        <SuggestedSpeakers transcript={transcript} />
      )}
    </>
  );
}

function SuggestedSpeakers({ transcript }: { transcript: Transcript }) {
  const change = useChangeTranscript(transcript.id, { failed: 'The speakers could not be changed.' });
  const { showSpeakers } = transcript;
  return (
    <Notice
      tone="info"
      icon={<UsersRound />}
      action={
        <Button
          variant="outline"
          size="sm"
          isIdle={change.isPending}
          onClick={() => change.mutate({ id: transcript.id, showSpeakers: !showSpeakers })}
        >
          {showSpeakers ? 'Show as one speaker' : 'Show suggested speakers'}
        </Button>
      }
    >
      {showSpeakers
        ? 'Speakers are a suggestion: voices were told apart by their sound, which is not always right.'
        : 'Suggested speakers are put away: everything is shown as one speaker.'}
    </Notice>
  );
}
