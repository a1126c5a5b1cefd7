import { AudioLines } from 'lucide-react';
import type { Transcript } from '#contract/transcripts.ts';
import { useDismissed } from '#web/lib/use-dismissed.ts';
import { Notice } from '#web/ui/card.tsx';
import { DismissButton } from '#web/ui/dismiss-button.tsx';
import { soundTrackText } from './sound-track-text.ts';

/** Says which sound track the text is of, if the recording has several. */
export function SoundTrackNotice({ transcript }: { transcript: Transcript }) {
  const { id, soundTrack } = transcript;
  const [isDismissed, dismiss] = useDismissed('sound-track-notice', id);
  if (!soundTrack || isDismissed) return null;
  return (
    <Notice
      tone="info"
      icon={<AudioLines />}
      action={
        <span className="-my-1.5 flex items-center gap-1">
          <DismissButton onClick={dismiss} />
        </span>
      }
    >
      {soundTrackText(soundTrack)}
    </Notice>
  );
}
