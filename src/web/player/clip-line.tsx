import { Scissors } from 'lucide-react';
import { formatClipRange } from '#domain/clip-range.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlaybackStore } from './playback-store.ts';
import { useClip } from './use-clip.ts';

interface ClipLineProps {
  store: PlaybackStore;
  durationSeconds: number;
}

/** Says that the address is that of a clip, after which the recording stops, and leads on; nothing for other addresses. */
export function ClipLine({ store, durationSeconds }: ClipLineProps) {
  const { clip, playAgain, playEverything } = useClip(store, durationSeconds);
  if (!clip) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-quiet tabular-nums">
      <Scissors className="size-4 shrink-0 max-sm:hidden" aria-hidden="true" />
      <span>Clip {formatClipRange(clip)}</span>
      <span className="max-sm:hidden" aria-hidden="true">
        ·
      </span>
      <Button variant="link" size="sm" className="px-0!" onClick={playAgain}>
        Play again
      </Button>
      <span className="max-sm:hidden" aria-hidden="true">
        ·
      </span>
      <Button variant="link" size="sm" className="px-0!" onClick={playEverything}>
        Play everything
      </Button>
    </p>
  );
}
