import {
  Gauge,
  Keyboard,
  Pause,
  Play,
  Repeat,
  RotateCcw,
  RotateCw,
  Settings2,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useMemo } from 'react';
import { shownSpeakers } from '#domain/speakers.ts';
import { formatTime } from '#domain/timecode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuChoice, MenuHeading, MenuTick } from '#web/ui/menu.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { PlayableTranscript } from './playable-transcript.ts';
import { MAX_REWIND_SECONDS, VOLUME_STEP } from './playback-settings.ts';
import { type PlaybackStore, SKIP_SECONDS } from './playback-store.ts';
import { SeekBar } from './seek-bar.tsx';
import type { LoopControl } from './use-loop.ts';
import { usePlayback, usePlaybackTime } from './use-playback.ts';
import type { WaveformPicture } from './waveform-canvas.tsx';

const RATES = ['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2'] as const;

interface PlayerControlsProps {
  store: PlaybackStore;
  transcript: PlayableTranscript;
  durationSeconds: number;
  /** The waveform; without one, nothing is known of silences. */
  picture: WaveformPicture | null;
  loop: LoopControl;
  /** Whether its text can be written in. */
  canEdit: boolean;
  onHelp: () => void;
}

export function PlayerControls(props: PlayerControlsProps) {
  const { store, transcript, durationSeconds, picture, loop, canEdit, onHelp } = props;
  return (
    <div className="-mx-1 flex flex-wrap items-center gap-x-1 gap-y-1 max-sm:gap-x-0">
      <SeekBar
        store={store}
        durationSeconds={durationSeconds}
        picture={picture}
        className="h-11 flex-1 basis-full @2xl:order-1 @2xl:mx-2 @2xl:h-12 @2xl:basis-0"
      />
      <SkipButton store={store} direction="back" />
      <PlayButton store={store} />
      <SkipButton store={store} direction="forward" />
      <PlayTime store={store} durationSeconds={durationSeconds} isShort />
      <div className="order-2 ml-auto flex items-center @2xl:gap-0.5">
        <Volume store={store} />
        <Speed store={store} />
        <LoopButton {...loop} />
        <PlaybackMenu
          store={store}
          transcript={transcript}
          hasWaveform={picture !== null}
          canEdit={canEdit}
        />
        <Tooltip text="Keyboard shortcuts">
          <Button
            variant="ghost"
            size="icon"
            className="max-sm:hidden! pointer-coarse:hidden!"
            aria-label="Keyboard shortcuts"
            onClick={onHelp}
          >
            <Keyboard aria-hidden="true" />
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}

export function SkipButton({ store, direction }: { store: PlaybackStore; direction: 'back' | 'forward' }) {
  const isBack = direction === 'back';
  const label = `${isBack ? 'Back' : 'Forward'} ${SKIP_SECONDS} seconds`;
  const Icon = isBack ? RotateCcw : RotateCw;
  return (
    <Tooltip text={label}>
      <Button
        variant="ghost"
        size="icon"
        className="max-sm:size-9!"
        aria-label={label}
        onClick={() => store.skip(isBack ? -SKIP_SECONDS : SKIP_SECONDS)}
      >
        <span className="relative grid place-items-center [&_svg]:size-6" aria-hidden="true">
          <Icon />
          <span className="absolute mt-px text-[0.5rem] font-bold">{SKIP_SECONDS}</span>
        </span>
      </Button>
    </Tooltip>
  );
}

export function PlayButton({ store }: { store: PlaybackStore }) {
  const playing = usePlayback(store, (state) => state.playing);
  const buffering = usePlayback(store, (state) => state.buffering && state.playing);
  return (
    <Button
      size="icon"
      className="size-11! rounded-full! [&_svg]:size-5.5!"
      aria-label={playing ? 'Pause' : 'Play'}
      onClick={store.toggle}
    >
      {buffering ? (
        <Spinner />
      ) : playing ? (
        <Pause aria-hidden="true" />
      ) : (
        <Play className="translate-x-px" aria-hidden="true" />
      )}
    </Button>
  );
}

interface PlayTimeProps {
  store: PlaybackStore;
  durationSeconds: number;
  /** Without the duration on a phone, where there is little room. */
  isShort?: boolean;
}

/** The position and the duration. */
export function PlayTime({ store, durationSeconds, isShort = false }: PlayTimeProps) {
  const second = usePlaybackTime(store, Math.floor);
  return (
    <span className="px-1.5 text-sm whitespace-nowrap text-quiet tabular-nums">
      <span className="text-ink">{formatTime(second)}</span>
      <span className={isShort ? 'max-sm:hidden' : undefined}> / {formatTime(durationSeconds)}</span>
    </span>
  );
}

/** Not on phones: they have hardware buttons for this, and some ignore ours. */
function Volume({ store }: { store: PlaybackStore }) {
  const muted = usePlayback(store, (state) => state.muted);
  const volume = usePlayback(store, (state) => (state.muted ? 0 : state.volume));
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div className="group/volume flex items-center max-sm:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label={muted ? 'Unmute' : 'Mute'}
        onClick={() => store.setMuted(!muted)}
      >
        <Icon aria-hidden="true" />
      </Button>
      {/* Where there is little room, it appears under the pointer or the focus. */}
      <div className="mr-2 w-20 transition-[width,opacity] @max-5xl:w-0 @max-5xl:opacity-0 group-hover/volume:w-20 group-hover/volume:opacity-100 group-focus-within/volume:w-20 group-focus-within/volume:opacity-100">
        <Slider
          value={volume}
          max={1}
          step={VOLUME_STEP}
          label="Volume"
          valueText={`${Math.round(volume * 100)} percent`}
          onChange={store.setVolume}
        />
      </div>
    </div>
  );
}

function Speed({ store }: { store: PlaybackStore }) {
  const rate = usePlayback(store, (state) => state.rate);
  const value = RATES.find((option) => Number(option) === rate) ?? '1';
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="px-3 tabular-nums max-sm:px-1.5" aria-label={`Speed ${rate}`}>
          <Gauge aria-hidden="true" />
          {rate}×
        </Button>
      }
    >
      <MenuChoice
        value={value}
        onChange={(option) => store.setRate(Number(option))}
        options={RATES.map((option) => ({ value: option, label: `${option}×` }))}
      />
    </Menu>
  );
}

function LoopButton({ loop, advance }: LoopControl) {
  const label = loop === null ? 'Loop from here' : loop.end === null ? 'Loop to here' : 'Stop looping';
  return (
    <Tooltip text={loop === null ? `${label}, or the selected text` : label}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        className={classNames('max-sm:size-9!', loop && 'text-brand-ink')}
        // The selected text, which it loops, stays selected.
        onMouseDown={(event) => event.preventDefault()}
        onClick={advance}
      >
        <Repeat aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}

const REWINDS = [0, 1, 2, 3, MAX_REWIND_SECONDS].map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'Go on from there' : `Go back ${seconds} s`,
}));
/** Not a label that an engine gives. */
const EVERYONE = '';

function PlaybackMenu({
  store,
  transcript,
  hasWaveform,
  canEdit,
}: Pick<PlayerControlsProps, 'store' | 'transcript' | 'canEdit'> & { hasWaveform: boolean }) {
  const { skipsSilence, pausesForTyping, rewindSeconds, onlySpeaker } = usePlayback(store, (state) => state);
  const speakers = useMemo(() => shownSpeakers(transcript), [transcript]);
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label="Playback settings"
          className={classNames('max-sm:size-9!', onlySpeaker !== null && 'text-brand-ink')}
        >
          <Settings2 aria-hidden="true" />
        </Button>
      }
    >
      {hasWaveform && (
        <MenuTick
          label="Skip silences"
          checked={skipsSilence}
          onChange={(next) => store.choose({ skipsSilence: next })}
        />
      )}
      {canEdit && (
        <MenuTick
          label="Pause while typing"
          checked={pausesForTyping}
          onChange={(next) => store.choose({ pausesForTyping: next })}
        />
      )}
      <MenuHeading>After a pause</MenuHeading>
      <MenuChoice
        value={String(rewindSeconds)}
        onChange={(seconds) => store.choose({ rewindSeconds: Number(seconds) })}
        options={REWINDS}
      />
      {speakers.length > 1 && (
        <>
          <MenuHeading>Play only</MenuHeading>
          <MenuChoice
            value={onlySpeaker ?? EVERYONE}
            onChange={(label) => store.choose({ onlySpeaker: label === EVERYONE ? null : label })}
            options={[
              { value: EVERYONE, label: 'Everyone' },
              ...speakers.map(({ label, name }) => ({ value: label, label: name })),
            ]}
          />
        </>
      )}
    </Menu>
  );
}
