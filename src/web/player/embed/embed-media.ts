import type { Media } from '../playback-store.ts';
import type { EmbedEvents, EmbedPlayerApi } from './embed-api.ts';

/** The player is polled for its time this often; in between, the time is extrapolated by the clock. */
const POLL_MS = 1000;
/** As often as <audio> fires 'timeupdate'. */
const TICK_MS = 250;
/** A smaller difference from the player's time is not treated as a jump, so that the word highlight does not go back and forth. */
const DRIFT_SECONDS = 0.15;
/** The player runs in another page: for this long it may still report the old state. */
const ECHO_MS = 1500;

const HAVE_NOTHING = 0;
const HAVE_METADATA = 1;

const ENDED = 0;
const PLAYING = 1;
const PAUSED = 2;
const BUFFERING = 3;

/** Adapts the video site's player so that the playback store can control it like <video>. */
export class EmbedMedia extends EventTarget implements Media {
  readyState = HAVE_NOTHING;
  duration = Number.NaN;
  #player: EmbedPlayerApi | null = null;
  /** The player's last reported time, and when it was reported by our clock. */
  #known = { seconds: 0, atMs: 0 };
  #isAdvancing = false;
  #wantsPlay = false;
  /** Where to start; null once started. Seeking a player that has not started would start it. */
  #startAt: number | null = 0;
  #isStartSent = false;
  #toldSeekMs = Number.NEGATIVE_INFINITY;
  #toldSoundMs = Number.NEGATIVE_INFINITY;
  #volume = 1;
  #muted = false;
  #rate = 1;
  #ticks = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** The player's event handlers; `onError` gets its code. */
  events(onError: (code: number) => void): EmbedEvents {
    return {
      onReady: () => this.#beReady(),
      onStateChange: ({ data }) => this.#changeState(data),
      onPlaybackRateChange: ({ data }) => {
        this.#rebase();
        this.#rate = data;
        this.#emit('ratechange');
      },
      onError: ({ data }) => onError(data),
    };
  }

  use(player: EmbedPlayerApi): void {
    this.#player = player;
  }

  release(): void {
    clearInterval(this.#timer);
    this.readyState = HAVE_NOTHING;
    this.#player?.destroy();
    this.#player = null;
  }

  get currentTime(): number {
    if (this.#startAt !== null) return this.#startAt;
    const { seconds, atMs } = this.#known;
    const passed = this.#isAdvancing ? ((performance.now() - atMs) / 1000) * this.#rate : 0;
    return Math.min(seconds + passed, Number.isNaN(this.duration) ? Infinity : this.duration);
  }

  set currentTime(seconds: number) {
    if (this.#startAt !== null) {
      this.#startAt = seconds;
      this.#isStartSent = false;
    } else {
      this.#player?.seekTo(seconds, true);
      this.#toldSeekMs = performance.now();
      this.#know(seconds);
    }
    this.#emit('timeupdate');
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    this.#toldSoundMs = performance.now();
    if (this.readyState > HAVE_NOTHING) this.#player?.setVolume(Math.round(volume * 100));
  }

  get muted(): boolean {
    return this.#muted;
  }

  set muted(muted: boolean) {
    this.#muted = muted;
    this.#toldSoundMs = performance.now();
    if (this.readyState === HAVE_NOTHING) return;
    if (muted) this.#player?.mute();
    else this.#player?.unMute();
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    this.#rebase();
    this.#rate = rate;
    if (this.readyState > HAVE_NOTHING) this.#player?.setPlaybackRate(rate);
  }

  async play(): Promise<void> {
    this.#wantsPlay = true;
    if (this.readyState === HAVE_NOTHING) return;
    this.#sendStart();
    this.#player?.playVideo();
  }

  pause(): void {
    this.#wantsPlay = false;
    if (this.readyState > HAVE_NOTHING) this.#player?.pauseVideo();
  }

  #beReady(): void {
    this.readyState = HAVE_METADATA;
    this.#learnDuration();
    this.volume = this.#volume;
    this.muted = this.#muted;
    this.playbackRate = this.#rate;
    this.#emit('loadedmetadata');
    this.#emit('canplay');
    if (this.#wantsPlay) void this.play();
  }

  #changeState(state: number): void {
    switch (state) {
      case PLAYING:
        this.#begin();
        this.#learnDuration();
        this.#advance(true);
        this.#emit('play');
        this.#emit('playing');
        break;
      case BUFFERING:
        this.#advance(false);
        this.#emit('waiting');
        break;
      case PAUSED:
        this.#advance(false);
        this.#emit('pause');
        break;
      case ENDED:
        this.#know(Number.isNaN(this.duration) ? this.currentTime : this.duration);
        this.#advance(false);
        this.#emit('ended');
        break;
      default:
    }
  }

  #begin(): void {
    if (this.#startAt === null) return;
    // Started by its own button, it does not know the position.
    this.#sendStart();
    this.#know(this.#startAt);
    this.#startAt = null;
  }

  #sendStart(): void {
    if (this.#startAt === null || this.#startAt === 0 || this.#isStartSent) return;
    this.#isStartSent = true;
    this.#player?.seekTo(this.#startAt, true);
    this.#toldSeekMs = performance.now();
  }

  #advance(isAdvancing: boolean): void {
    this.#rebase();
    this.#isAdvancing = isAdvancing;
    clearInterval(this.#timer);
    if (isAdvancing) this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#emit('timeupdate');
  }

  #tick(): void {
    this.#ticks = (this.#ticks + 1) % (POLL_MS / TICK_MS);
    if (this.#ticks === 0) this.#poll();
    this.#emit('timeupdate');
  }

  #poll(): void {
    const reported = this.#player?.getCurrentTime();
    const isEcho = performance.now() - this.#toldSeekMs < ECHO_MS;
    if (reported !== undefined && !isEcho && Math.abs(reported - this.currentTime) > DRIFT_SECONDS)
      this.#know(reported);
    this.#learnDuration();
    this.#learnSound();
  }

  /** The volume can be changed in the player itself, which does not report it. */
  #learnSound(): void {
    if (!this.#player || performance.now() - this.#toldSoundMs < ECHO_MS) return;
    const volume = Math.round(this.#player.getVolume()) / 100;
    const muted = this.#player.isMuted();
    if (volume === this.#volume && muted === this.#muted) return;
    this.#volume = volume;
    this.#muted = muted;
    this.#emit('volumechange');
  }

  /** Some videos report their duration only once they play. */
  #learnDuration(): void {
    const reported = this.#player?.getDuration() ?? 0;
    if (reported <= 0 || reported === this.duration) return;
    this.duration = reported;
    this.#emit('durationchange');
  }

  #know(seconds: number): void {
    this.#known = { seconds, atMs: performance.now() };
  }

  /** Fixes the current time before the rate or state changes. */
  #rebase(): void {
    if (this.#startAt === null) this.#know(this.currentTime);
  }

  #emit(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}
