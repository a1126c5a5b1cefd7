import { ArrowUpToLine, Maximize2, Minimize2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlaybackStore } from './playback-store.ts';
import { PlayButton, PlayTime, SkipButton } from './player-controls.tsx';
import { SeekBar } from './seek-bar.tsx';
import type { WaveformPicture } from './waveform-canvas.tsx';

interface MiniPlayerProps {
  store: PlaybackStore;
  durationSeconds: number;
  picture: WaveformPicture | null;
  onReturn: () => void;
}

/** The player while the main one is out of view: a bar with the waveform, minimized, or hidden behind a link. */
export function MiniPlayer({ store, durationSeconds, picture, onReturn }: MiniPlayerProps) {
  const [size, setSize] = useState<'full' | 'small' | 'hidden'>('full');
  const root = useRef<HTMLElement>(null);
  useKeptFocus(root, size, firstButton);
  if (size === 'hidden') {
    return (
      <section ref={root} aria-label="Mini player" className="mini-player fixed left-3 z-30">
        <Button variant="link" size="sm" className="bg-surface shadow-card" onClick={() => setSize('full')}>
          Show mini player
        </Button>
      </section>
    );
  }
  return (
    <section
      ref={root}
      aria-label="Mini player"
      className={classNames(
        'mini-player fixed left-3 z-30 flex max-w-3xl animate-appear items-center gap-1 rounded-2xl bg-surface p-2 shadow-float',
        size === 'full' && 'right-3 lg:w-[min(46rem,60vw)]',
      )}
    >
      {size === 'full' && (
        <span className="max-sm:hidden">
          <SkipButton store={store} direction="back" />
        </span>
      )}
      <PlayButton store={store} />
      {size === 'full' && (
        <>
          <span className="max-sm:hidden">
            <SkipButton store={store} direction="forward" />
          </span>
          <PlayTime store={store} durationSeconds={durationSeconds} isShort />
          <SeekBar
            store={store}
            durationSeconds={durationSeconds}
            picture={picture}
            className="mx-1.5 h-10 min-w-0 flex-1"
          />
          <IconButton label="Return to the player" onClick={onReturn}>
            <ArrowUpToLine aria-hidden="true" />
          </IconButton>
          <IconButton label="Minimize mini player" onClick={() => setSize('small')}>
            <Minimize2 aria-hidden="true" />
          </IconButton>
        </>
      )}
      {size === 'small' && (
        <IconButton label="Expand mini player" onClick={() => setSize('full')}>
          <Maximize2 aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label="Hide mini player" onClick={() => setSize('hidden')}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}

function firstButton(root: HTMLElement | null): HTMLElement | null {
  return root?.querySelector('button') ?? null;
}

function IconButton(props: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <Button variant="ghost" size="icon" className="size-9!" aria-label={props.label} onClick={props.onClick}>
      {props.children}
    </Button>
  );
}
