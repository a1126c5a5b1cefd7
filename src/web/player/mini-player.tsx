import { ArrowUpToLine, Maximize2, Minimize2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useKeptFocus } from '#web/lib/focus.ts';
import { usePageMark } from '#web/lib/page-marks.ts';
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

/**
 * The player while the main one is out of view: a bar with the waveform, minimized, or hidden behind a link. It is docked at the bottom of
 * the window, where the page leaves room for it (styles.css).
 */
export function MiniPlayer(props: MiniPlayerProps) {
  // In the body, because the card of the main player may be what the bar would be placed in.
  return createPortal(<Bar {...props} />, document.body);
}

function Bar({ store, durationSeconds, picture, onReturn }: MiniPlayerProps) {
  const [size, setSize] = useState<'full' | 'small' | 'hidden'>('full');
  const root = useRef<HTMLElement>(null);
  useKeptFocus(root, size, firstButton);
  usePageMark('miniPlayer', size);
  if (size === 'hidden') {
    return (
      <section ref={root} aria-label="Mini player" className="mini-player flex px-3">
        <Button variant="link" size="sm" className="h-full!" onClick={() => setSize('full')}>
          Show mini player
        </Button>
      </section>
    );
  }
  return (
    <section ref={root} aria-label="Mini player" className="mini-player animate-appear">
      <div className="mx-auto flex h-full max-w-7xl items-center gap-1 px-3 sm:px-4">
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
      </div>
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
