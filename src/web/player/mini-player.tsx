import { ArrowUpToLine, Maximize2, Minimize2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlaybackStore } from './playback-store.ts';
import { PlayButton, PlayTime, SkipButton } from './player-controls.tsx';

interface MiniPlayerProps {
  store: PlaybackStore;
  durationSeconds: number;
  onReturn: () => void;
}

/** The player while the main one is out of view: expanded, minimized, or hidden behind a link. */
export function MiniPlayer({ store, durationSeconds, onReturn }: MiniPlayerProps) {
  const [size, setSize] = useState<'full' | 'small' | 'hidden'>('full');
  const root = useRef<HTMLElement>(null);
  useKeptFocus(root, size, firstButton);
  if (size === 'hidden') {
    return (
      <section ref={root} aria-label="Mini player" className="fixed bottom-3 left-4 z-30">
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
      className="fixed bottom-4 left-4 z-30 flex max-w-[calc(100vw-2rem)] animate-appear items-center gap-1 rounded-2xl bg-surface p-2 shadow-float"
    >
      {size === 'full' && <SkipButton store={store} direction="back" />}
      <PlayButton store={store} />
      {size === 'full' && (
        <>
          <SkipButton store={store} direction="forward" />
          <PlayTime store={store} durationSeconds={durationSeconds} isShort />
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
