import { useMutation } from '@tanstack/react-query';
import { FileInput, MicOff, TriangleAlert, UsersRound } from 'lucide-react';
import type { TranscriptId } from '#contract/ids.ts';
import type { ImportFacts } from '#contract/import-formats.ts';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import { USUAL_OPTIONS } from '#contract/transcription-options.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { areAllNamed, isSilent } from '#domain/speakers.ts';
import { useDismissed } from '#web/lib/use-dismissed.ts';
import { useEngines } from '#web/speech/data.ts';
import { bestAway } from '#web/speech/engine-options.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { DismissButton } from '#web/ui/dismiss-button.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { soundChoiceOf } from './sound-choices.ts';
import { SoundTrackNotice } from './sound-track-notice.tsx';
import { BetterSpeakers, useBetterDismissed } from './speakers/again/better-speakers.tsx';
import { useSpeakerSearch } from './speakers/again/use-speaker-search.ts';
import { hasSuggestedSpeakers, SHOW_AS_ONE, SHOW_SUGGESTED, useShowSpeakers } from './use-show-speakers.ts';
import { transcribeAgainMutation } from './versions/data.ts';

const TOLD_APART = 'Speakers were told apart by their voices. Check them where it matters.';
const ROUGH =
  'Speakers are a rough guess: this installation had no network of voices yet. Once it has, “Find speakers again” does better.';

/** Notices about how far the text can be trusted. */
export function TranscriptNotices({ transcript }: { transcript: Transcript }) {
  const isEmpty = isSilent(transcript);
  const { search, better } = useSpeakerSearch(transcript);
  const [isBetterDismissed] = useBetterDismissed(transcript);
  const offersBetter = better === 'now' && !search && !isBetterDismissed;
  return (
    <>
      {isEmpty && (
        <Notice tone="info" icon={<MicOff />}>
          <strong className="font-semibold">No speech was found in this recording.</strong> It can still be
          played; if people talk in it, they may be too quiet or too far away.
        </Notice>
      )}
      <SoundTrackNotice transcript={transcript} />
      {transcript.imported && <ImportNotes id={transcript.id} imported={transcript.imported} />}
      {transcript.doubtful && !isEmpty && <DoubtfulText transcript={transcript} />}
      {offersBetter && <BetterSpeakers transcript={transcript} />}
      {!offersBetter && isSuggestionOpen(transcript) && (
        <SuggestedSpeakers transcript={transcript} isRough={better !== null} />
      )}
    </>
  );
}

/** Whether to show the notice that speakers are only suggested: they are not all named, or are hidden and can be shown again. */
function isSuggestionOpen(transcript: Transcript): boolean {
  return hasSuggestedSpeakers(transcript) && (!transcript.showSpeakers || !areAllNamed(transcript));
}

function DoubtfulText({ transcript }: { transcript: Transcript }) {
  const other = bestAway(useEngines());
  const again = useMutation({
    ...transcribeAgainMutation,
    onError: (error) => showFailure(error, 'The recording could not be transcribed again.'),
  });
  const { engine } = transcript;
  return (
    <Notice
      tone="warn"
      icon={<TriangleAlert />}
      action={
        transcript.abilities.own &&
        other &&
        other.name !== engine &&
        transcript.stage === null && (
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
            Transcribe with {SPEECH_ENGINES[other.name].label}
          </Button>
        )
      }
    >
      <strong className="font-semibold">This text may be wrong.</strong>{' '}
      {SPEECH_ENGINES[engine ?? 'local'].doubt}
    </Notice>
  );
}

function SuggestedSpeakers({ transcript, isRough }: { transcript: Transcript; isRough: boolean }) {
  const { isPending, toggle } = useShowSpeakers(transcript);
  const [isDismissed, dismiss] = useDismissed('speakers-notice', transcript.id);
  if (isDismissed) return null;
  return (
    <Notice
      tone="info"
      icon={<UsersRound />}
      action={
        <span className="-my-1.5 flex items-center gap-1">
          {transcript.abilities.edit && (
            <Button
              variant="outline"
              size="sm"
              className="max-sm:hidden!"
              isIdle={isPending}
              onClick={toggle}
            >
              {transcript.showSpeakers ? SHOW_AS_ONE : SHOW_SUGGESTED}
            </Button>
          )}
          <DismissButton onClick={dismiss} />
        </span>
      }
    >
      {transcript.showSpeakers ? (isRough ? ROUGH : TOLD_APART) : 'Suggested speakers are hidden.'}
    </Notice>
  );
}

/** What was changed in a text made elsewhere, and how much of it was not heard in the recording. */
function ImportNotes({
  id,
  imported: { notes, unplacedWords },
}: {
  id: TranscriptId;
  imported: ImportFacts;
}) {
  const [isDismissed, dismiss] = useDismissed('import-notice', id);
  const unplaced =
    unplacedWords === 0
      ? []
      : [
          `${unplacedWords.toLocaleString('en')} ${unplacedWords === 1 ? 'word was' : 'words were'} not heard in the recording. Their times are estimated, and they are among the words to check.`,
        ];
  const all = [...unplaced, ...notes];
  if (isDismissed || all.length === 0) return null;
  return (
    <Notice tone="info" icon={<FileInput />} action={<DismissButton onClick={dismiss} />}>
      {all.join(' ')}
    </Notice>
  );
}
