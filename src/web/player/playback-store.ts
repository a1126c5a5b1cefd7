import type { TimeRange } from '#domain/timeline.ts';
import {
  MAX_RATE,
  MIN_RATE,
  type PlaybackSettings,
  readPlaybackSettings,
  storePlaybackSettings,
} from './playback-settings.ts';

/** What the store needs from <audio> and <video>; a video site's player is adapted to this. */
export interface Media
  extends Pick<
    HTMLMediaElement,
    'currentTime' | 'duration' | 'volume' | 'muted' | 'playbackRate' | 'readyState' | 'play' | 'pause'
  > {
  addEventListener(name: string, listener: () => void): void;
  removeEventListener(name: string, listener: () => void): void;
}

/** State that changes seldom. The current time is not part of it: it would render the page many times a second. */
export interface PlaybackState extends PlaybackSettings {
  /** Play has been requested: what is loaded on demand must be loaded now. */
  playRequested: boolean;
  ready: boolean;
  playing: boolean;
  buffering: boolean;
  /** As reported by the media; null if unknown. */
  durationSeconds: number | null;
  /** Without sound for now, or with the volume at 0. */
  muted: boolean;
  /** The speaker's label if only one is played. */
  onlySpeaker: string | null;
  /** Played again and again, in seconds; without an end while that is still to be set. */
  loop: { start: number; end: number | null } | null;
  /** The stretch to stop after, which the address asks for. */
  clip: TimeRange | null;
  /** A stretch that is played on its own, in seconds; then the playback is where it was before. */
  sample: TimeRange | null;
  /** Why the recording cannot be played (now); null if it can, as far as is known. */
  unavailable: string | null;
}

export interface PlaybackStore {
  /** Takes control of an element; returns a function that releases it. The next one continues from the same position. */
  attach: (media: Media) => () => void;
  getState: () => PlaybackState;
  subscribe: (notify: () => void) => () => void;
  getTime: () => number;
  subscribeTime: (notify: () => void) => () => void;
  play: () => void;
  pause: () => void;
  toggle: () => void;
  seek: (seconds: number) => void;
  playFrom: (seconds: number) => void;
  skip: (seconds: number) => void;
  /** Plays a stretch and then goes back to where the playback was, as does pausing; going somewhere else ends it there. */
  playSample: (stretch: TimeRange) => void;
  endSample: () => void;
  setUnavailable: (reason: string | null) => void;
  setVolume: (volume: number) => void;
  setMuted: (muted: boolean) => void;
  setRate: (rate: number) => void;
  /** Changes what else can be chosen about the playback. */
  choose: (
    choice: Partial<
      Pick<
        PlaybackState,
        'rewindSeconds' | 'skipsSilence' | 'pausesForTyping' | 'onlySpeaker' | 'loop' | 'clip'
      >
    >,
  ) => void;
}

export const SKIP_SECONDS = 10;

const FIRST_SEEK_MS = 100;
const SEEK_RETRY_MS = 500;
/** Browsers report a time slightly beside the one that was sought. */
const TOLERANCE_SECONDS = 0.25;
/** Lowest `readyState` at which the position can be set. */
const HAVE_METADATA = 1;

const INITIAL: Omit<PlaybackState, keyof PlaybackSettings> = {
  playRequested: false,
  ready: false,
  playing: false,
  buffering: false,
  durationSeconds: null,
  muted: false,
  onlySpeaker: null,
  loop: null,
  clip: null,
  sample: null,
  unavailable: null,
};

/** The playback of one recording. It starts with the settings that this browser has stored, and stores changes of them. */
export function createPlaybackStore(): PlaybackStore {
  let state: PlaybackState = { ...INITIAL, ...readPlaybackSettings() };
  let media: Media | null = null;
  let wantsPlay = false;
  /** Where to seek as soon as the media allows it. */
  let pendingSeek: number | null = null;
  let lastTime = 0;
  /** Where the playback was paused, until somebody seeks; playing again goes back a moment from there. */
  let pausedAt: number | null = null;
  /** Where the playback was before the sample. */
  let beforeSample = { seconds: 0, isPlaying: false };
  let seekTimer: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();
  const timeWatchers = new Set<() => void>();

  function update(change: Partial<PlaybackState>): void {
    const next = { ...state, ...change };
    if (Object.keys(change).every((key) => Object.is(Reflect.get(state, key), Reflect.get(next, key))))
      return;
    state = next;
    for (const notify of watchers) notify();
  }

  /** A change that somebody has made, as opposed to what the media report. */
  function set(change: Partial<PlaybackState>): void {
    update(change);
    const { volume, rate, rewindSeconds, skipsSilence, pausesForTyping } = state;
    storePlaybackSettings({ volume, rate, rewindSeconds, skipsSilence, pausesForTyping });
  }

  function getTime(): number {
    return pendingSeek ?? media?.currentTime ?? lastTime;
  }

  function tick(): void {
    lastTime = getTime();
    for (const notify of timeWatchers) notify();
  }

  function trySeek(): void {
    clearTimeout(seekTimer);
    if (pendingSeek === null || !media) return;
    if (media.readyState < HAVE_METADATA) {
      seekTimer = setTimeout(trySeek, SEEK_RETRY_MS);
      return;
    }
    media.currentTime = pendingSeek;
    pendingSeek = null;
    tick();
  }

  function seek(seconds: number): void {
    update({ sample: null });
    moveTo(seconds);
  }

  function moveTo(seconds: number): void {
    pausedAt = null;
    const limit = state.durationSeconds ?? Number.POSITIVE_INFINITY;
    pendingSeek = Math.min(Math.max(0, seconds), limit);
    tick();
    clearTimeout(seekTimer);
    if (media && media.readyState >= HAVE_METADATA) trySeek();
    else seekTimer = setTimeout(trySeek, FIRST_SEEK_MS);
  }

  function play(): void {
    if (!wantsPlay && pausedAt !== null) {
      if (state.clip && isEndOf(state.clip, pausedAt)) seek(state.clip.start);
      else if (state.rewindSeconds > 0) seek(pausedAt - state.rewindSeconds);
    }
    pausedAt = null;
    wantsPlay = true;
    if (!media) update({ playRequested: true });
    // Browsers refuse to play without a gesture; then the button simply stays a play button.
    media?.play().catch(() => update({ playing: false }));
  }

  function pause(): void {
    wantsPlay = false;
    media?.pause();
  }

  function playSample(sample: TimeRange): void {
    if (state.sample === null) beforeSample = { seconds: getTime(), isPlaying: state.playing };
    update({ sample });
    moveTo(sample.start);
    play();
  }

  function endSample(): void {
    if (state.sample === null) return;
    const { seconds, isPlaying } = beforeSample;
    seek(seconds);
    if (!isPlaying) pause();
  }

  function attach(element: Media): () => void {
    media = element;
    element.volume = state.volume;
    element.muted = state.muted;
    element.playbackRate = state.rate;
    if (pendingSeek === null && lastTime > 0) pendingSeek = lastTime;
    const stopListening = listen(element, {
      loadedmetadata: () => {
        update({ durationSeconds: Number.isFinite(element.duration) ? element.duration : null });
        // Loading resets the rate to the default one.
        element.playbackRate = state.rate;
        trySeek();
      },
      durationchange: () =>
        update({ durationSeconds: Number.isFinite(element.duration) ? element.duration : null }),
      canplay: () => update({ ready: true, buffering: false }),
      waiting: () => update({ buffering: true }),
      playing: () => update({ ready: true, playing: true, buffering: false }),
      play: () => {
        wantsPlay = true;
        update({ playRequested: true, playing: true });
      },
      pause: () => {
        wantsPlay = false;
        endSample();
        pausedAt = getTime();
        update({ playing: false, buffering: false });
      },
      ended: () => {
        wantsPlay = false;
        endSample();
        // The next time it plays from the beginning: of the clip, if that ends with the recording.
        if (!state.clip || !isEndOf(state.clip, getTime())) pausedAt = null;
        update({ playing: false });
      },
      volumechange: () => update({ volume: element.volume, muted: element.muted }),
      ratechange: () => update({ rate: element.playbackRate }),
      timeupdate: tick,
      seeked: tick,
    });
    trySeek();
    if (wantsPlay) play();
    return () => {
      stopListening();
      clearTimeout(seekTimer);
      pendingSeek ??= element.currentTime > 0 ? element.currentTime : null;
      media = null;
      update({ ready: false, playing: false, buffering: false });
    };
  }

  return {
    attach,
    getState: () => state,
    subscribe: (notify) => watch(watchers, notify),
    getTime,
    subscribeTime: (notify) => watch(timeWatchers, notify),
    play,
    pause,
    toggle: () => (state.playing ? pause() : play()),
    seek,
    playFrom: (seconds) => {
      seek(seconds);
      play();
    },
    skip: (seconds) => seek(getTime() + seconds),
    playSample,
    endSample,
    setUnavailable: (reason) => update({ unavailable: reason }),
    setVolume: (volume) => {
      const next = Math.round(Math.min(1, Math.max(0, volume)) * 10) / 10;
      set({ volume: next, muted: next === 0 });
      if (media) Object.assign(media, { volume: next, muted: next === 0 });
    },
    setMuted: (muted) => {
      update({ muted });
      if (media) media.muted = muted;
    },
    setRate: (rate) => {
      const next = Math.min(MAX_RATE, Math.max(MIN_RATE, rate));
      set({ rate: next });
      if (media) media.playbackRate = next;
    },
    choose: set,
  };
}

function isEndOf({ end }: TimeRange, seconds: number): boolean {
  return Math.abs(seconds - end) < TOLERANCE_SECONDS;
}

function watch(watchers: Set<() => void>, notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

function listen(element: Media, handlers: Record<string, () => void>): () => void {
  for (const [name, handler] of Object.entries(handlers)) element.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of Object.entries(handlers)) element.removeEventListener(name, handler);
  };
}
