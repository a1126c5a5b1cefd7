import { AudioLines } from 'lucide-react';
import type { Transcript } from '#contract/transcripts.ts';
import { useDismissed } from '#web/lib/use-dismissed.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { DismissButton } from '#web/ui/dismiss-button.tsx';
import { soundChoices } from './sound-choices.ts';
import { missingTrackText, soundTrackText } from './sound-track-text.ts';
import { useDialog } from './use-dialog.ts';
import { LazyTranscribeAgainDialog } from './versions/lazy-dialog.tsx';

/** Says which sound tracks the text is of, if the recording has several or lacks the one that was asked for, and lets its owner choose others. */
export function SoundTrackNotice({ transcript }: { transcript: Transcript }) {
  const { id, soundTrack, missingSoundTrack, abilities, stage } = transcript;
  const [isDismissed, dismiss] = useDismissed('sound-track-notice', id);
  const again = useDialog();
  if ((!soundTrack && missingSoundTrack === null) || isDismissed) return null;
  const canChoose = abilities.own && stage === null && soundTrack && soundChoices(soundTrack).length > 1;
  return (
    <Notice
      tone="info"
      icon={<AudioLines />}
      action={
        <span className="-my-1.5 flex items-center gap-1">
          {canChoose && (
            <Button variant="outline" size="sm" onClick={again.show}>
              Choose the sound…
            </Button>
          )}
          <DismissButton onClick={dismiss} />
        </span>
      }
    >
      {[
        ...(missingSoundTrack === null ? [] : [missingTrackText(missingSoundTrack, soundTrack?.of)]),
        ...(soundTrack ? [soundTrackText(soundTrack)] : []),
      ].join(' ')}
      {again.wasOpened && (
        <LazyTranscribeAgainDialog
          key={transcript.version}
          transcript={transcript}
          open={again.isOpen}
          onOpenChange={again.setOpen}
        />
      )}
    </Notice>
  );
}
