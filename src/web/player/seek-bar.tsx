import { useRef, useState } from 'react';
import { speakTime } from '#domain/timecode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { PictureSlider, Slider } from '#web/ui/slider.tsx';
import type { PlaybackStore } from './playback-store.ts';
import { usePlayback, usePlaybackTime, useTimeTicks } from './use-playback.ts';
import { WaveformCanvas, type WaveformPicture } from './waveform-canvas.tsx';

interface SeekBarProps {
  store: PlaybackStore;
  durationSeconds: number;
  /** The waveform to seek in; a plain line without one. */
  picture: WaveformPicture | null;
  /** Sets the height. */
  className: string;
}

/** Shows the playback position and seeks to any second. */
export function SeekBar({ store, durationSeconds, picture, className }: SeekBarProps) {
  const second = usePlaybackTime(store, Math.floor);
  const [dragged, setDragged] = useState<number | null>(null);
  const max = Math.max(1, Math.floor(durationSeconds));
  const value = Math.min(dragged ?? second, max);
  const slider = {
    value,
    max,
    step: 1,
    label: 'Seek',
    valueText: `${speakTime(value)} of ${speakTime(durationSeconds)}`,
    onChange: setDragged,
    onCommit: (seconds: number) => {
      setDragged(null);
      store.seek(seconds);
    },
  };
  return (
    <div className={classNames('relative', className)}>
      <LoopMark store={store} durationSeconds={durationSeconds} />
      {picture ? (
        <PictureSlider
          {...slider}
          picture={<PlayedPicture store={store} picture={picture} durationSeconds={durationSeconds} />}
        />
      ) : (
        <Slider {...slider} />
      )}
    </div>
  );
}

/** The part of the line or the waveform that is looped, or that the address asks for. */
function LoopMark({ store, durationSeconds }: Pick<SeekBarProps, 'store' | 'durationSeconds'>) {
  const loop = usePlayback(store, (state) => state.loop ?? state.clip);
  if (!loop || durationSeconds <= 0) return null;
  const share = (seconds: number) => `${Math.min(100, (seconds / durationSeconds) * 100)}%`;
  const width = loop.end === null ? '2px' : share(loop.end - loop.start);
  return (
    <div className="pointer-events-none absolute inset-0" aria-hidden="true">
      <div
        className="absolute inset-y-0 rounded-sm border-x-2 border-brand bg-brand/15"
        style={{ left: share(loop.start), width }}
      />
    </div>
  );
}

/** The waveform twice: pale for what is to come and solid for what was played, clipped at the current moment. */
function PlayedPicture(
  props: Pick<SeekBarProps, 'store' | 'durationSeconds'> & { picture: WaveformPicture },
) {
  const { store, picture, durationSeconds } = props;
  const played = useRef<HTMLDivElement>(null);
  useTimeTicks(store, (seconds) => {
    const rest = 100 - Math.min(100, (seconds / durationSeconds) * 100);
    if (played.current) played.current.style.clipPath = `inset(0 ${rest}% 0 0)`;
  });
  return (
    <>
      <WaveformCanvas picture={picture} className="absolute inset-0 size-full opacity-40" />
      <div ref={played} className="absolute inset-0">
        <WaveformCanvas picture={picture} className="size-full" />
      </div>
    </>
  );
}
