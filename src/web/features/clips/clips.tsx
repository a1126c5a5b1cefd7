import type { Transcript } from '#contract/transcripts.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { useClipRequest } from '#web/lib/use-clip-request.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';

const ClipsDialog = lazily(async () => (await import('./clips-dialog.tsx')).ClipsDialog);

interface ClipsProps {
  transcript: Transcript;
  store: PlaybackStore;
}

/** The dialog with the clips of a transcript while the address asks for it. */
export function Clips({ transcript, store }: ClipsProps) {
  const { isOpen, range, close } = useClipRequest();
  return isOpen ? <ClipsDialog transcript={transcript} store={store} range={range} onClose={close} /> : null;
}
