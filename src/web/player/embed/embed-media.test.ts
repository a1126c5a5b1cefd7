import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlaybackStore } from '../playback-store.ts';
import type { EmbedEvents, EmbedPlayerApi } from './embed-api.ts';
import { EmbedMedia } from './embed-media.ts';
import { embeddedVideoId, embedFailure, frameAddress, videoPageAt } from './embedded-video.ts';

/** As much of the site's player as we talk to; like it, it answers only through its events. */
class FakePlayer implements EmbedPlayerApi {
  calls: string[] = [];
  time = 0;
  duration = 0;
  volume = 100;
  muted = false;
  playVideo = () => void this.calls.push('play');
  pauseVideo = () => void this.calls.push('pause');
  seekTo = (seconds: number) => {
    this.calls.push(`seek ${seconds}`);
    this.time = seconds;
  };
  getCurrentTime = () => this.time;
  getDuration = () => this.duration;
  setVolume = (percent: number) => {
    this.volume = percent;
  };
  getVolume = () => this.volume;
  mute = () => {
    this.muted = true;
  };
  unMute = () => {
    this.muted = false;
  };
  isMuted = () => this.muted;
  setPlaybackRate = (rate: number) => void this.calls.push(`rate ${rate}`);
  destroy = () => void this.calls.push('destroy');
}

const PLAYING = { data: 1 };
const PAUSED = { data: 2 };

function embedded() {
  const store = createPlaybackStore();
  const media = new EmbedMedia();
  const player = new FakePlayer();
  const onError = vi.fn();
  const events: EmbedEvents = media.events(onError);
  media.use(player);
  const detach = store.attach(media);
  player.calls = [];
  const play = () => {
    player.duration = 120;
    events.onReady();
    store.play();
    events.onStateChange(PLAYING);
    player.calls = [];
  };
  return { store, media, player, events, onError, detach, play };
}

describe('the player of a video site, steered by the store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('begins where it was told to before it was there', () => {
    const { store, player, events } = embedded();
    store.playFrom(75);
    expect([store.getTime(), player.calls]).toEqual([75, []]);
    player.duration = 120;
    events.onReady();
    expect(player.calls.slice(-2)).toEqual(['seek 75', 'play']);
    events.onStateChange(PLAYING);
    expect(store.getTime()).toBe(75);
    expect(store.getState()).toMatchObject({ playing: true, ready: true, durationSeconds: 120 });
  });

  it('asks every 500 ms while it is not ready, and is not started by a seek', () => {
    const { store, media, player } = embedded();
    store.seek(30);
    vi.advanceTimersByTime(100);
    media.readyState = 1;
    vi.advanceTimersByTime(500);
    expect(media.currentTime).toBe(30);
    expect(player.calls).toEqual([]);
  });

  it('knows the time in between what the player tells each second', () => {
    const { store, player, play } = embedded();
    const onTime = vi.fn();
    play();
    store.subscribeTime(onTime);
    vi.advanceTimersByTime(900);
    expect(store.getTime()).toBeCloseTo(0.9, 2);
    expect(onTime.mock.calls.length).toBe(3);
    player.time = 1.05;
    vi.advanceTimersByTime(100);
    // As good as the same: no jump.
    expect(store.getTime()).toBeCloseTo(1, 2);
    player.time = 8;
    vi.advanceTimersByTime(1000);
    expect(store.getTime()).toBeCloseTo(8, 2);
    store.setRate(2);
    vi.advanceTimersByTime(500);
    expect(store.getTime()).toBeCloseTo(9, 2);
  });

  it('stands still while it is paused or loading', () => {
    const { store, events, play } = embedded();
    play();
    vi.advanceTimersByTime(500);
    events.onStateChange({ data: 3 });
    vi.advanceTimersByTime(5000);
    expect(store.getTime()).toBeCloseTo(0.5, 2);
    expect(store.getState()).toMatchObject({ buffering: true, playing: true });
    events.onStateChange(PAUSED);
    expect(store.getState()).toMatchObject({ buffering: false, playing: false });
  });

  it('skips, pauses and plays to its end', () => {
    const { store, player, events, play } = embedded();
    play();
    store.skip(10);
    store.skip(-200);
    store.pause();
    expect(player.calls).toEqual(['seek 10', 'seek 0', 'pause']);
    events.onStateChange({ data: 0 });
    expect([store.getTime(), store.getState().playing]).toEqual([120, false]);
  });

  it('takes the volume in tenths, and hears of a change made in the player itself', () => {
    const { store, player, play } = embedded();
    play();
    store.setVolume(0.3);
    expect([player.volume, player.muted]).toEqual([30, false]);
    player.volume = 80;
    vi.advanceTimersByTime(1000);
    // It may still be telling of before.
    expect(store.getState().volume).toBe(0.3);
    vi.advanceTimersByTime(2000);
    expect(store.getState().volume).toBe(0.8);
  });

  it("reports the errors of the site's player", () => {
    const { events, onError } = embedded();
    events.onError({ data: 150 });
    expect(onError).toHaveBeenCalledWith(150);
  });

  it('is let go of, and its place kept', () => {
    const { store, media, player, detach, play } = embedded();
    play();
    player.time = 40;
    vi.advanceTimersByTime(1250);
    detach();
    media.release();
    expect(player.calls).toEqual(['destroy']);
    expect(store.getTime()).toBeCloseTo(40.25, 2);
    const onTime = vi.fn();
    store.subscribeTime(onTime);
    vi.advanceTimersByTime(5000);
    expect(onTime).not.toHaveBeenCalled();
  });
});

describe('a video that plays at its site', () => {
  const video = {
    sourceType: 'youtube',
    sourceUrl: 'https://www.youtube.com/watch?v=abcdefghij1',
    mediaUrl: null,
    mediaPreparing: false,
  } as const;

  it('is one of which we have no recording', () => {
    expect(embeddedVideoId(video)).toBe('abcdefghij1');
    expect(embeddedVideoId({ ...video, mediaUrl: '/api/media/1/a.m4a' })).toBeNull();
    expect(embeddedVideoId({ ...video, mediaPreparing: true })).toBeNull();
    expect(embeddedVideoId({ ...video, sourceType: 'podcast' })).toBeNull();
    expect(embeddedVideoId({ ...video, sourceUrl: 'https://example.org/"><script>' })).toBeNull();
  });

  it('has a frame without cookies and a page for a second of it', () => {
    expect(frameAddress('abcdefghij1', 'https://here.test')).toBe(
      'https://www.youtube-nocookie.com/embed/abcdefghij1?enablejsapi=1&playsinline=1&rel=0&origin=https%3A%2F%2Fhere.test',
    );
    expect(videoPageAt('abcdefghij1', 75.9)).toBe('https://www.youtube.com/watch?v=abcdefghij1&t=75s');
  });

  it('says in words why it does not play', () => {
    expect(embedFailure(null)).toMatch(/blocked/);
    expect(embedFailure(150)).toMatch(/owner does not allow/);
    expect(embedFailure(153)).toMatch(/error 153/);
  });
});
