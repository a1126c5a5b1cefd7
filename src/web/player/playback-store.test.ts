import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeMedia } from '#tests/support/fake-media.ts';
import { createPlaybackStore } from './playback-store.ts';

function attached() {
  const media = new FakeMedia();
  const store = createPlaybackStore();
  const detach = store.attach(media);
  return { media, store, detach };
}

describe('playback store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('seeks as soon as the media are ready, asking every 500 ms', () => {
    const { media, store } = attached();
    store.seek(75);
    expect(store.getTime()).toBe(75);
    vi.advanceTimersByTime(100);
    media.readyState = 1;
    vi.advanceTimersByTime(499);
    expect(media.currentTime).toBe(0);
    vi.advanceTimersByTime(1);
    expect(media.currentTime).toBe(75);
  });

  it('seeks when the metadata arrive, without waiting for the next try', () => {
    const { media, store } = attached();
    store.seek(75);
    media.load(100);
    expect(media.currentTime).toBe(75);
    expect(store.getState().durationSeconds).toBe(100);
  });

  it('keeps a seek inside the recording', () => {
    const { media, store } = attached();
    media.load(100);
    store.skip(-10);
    expect(media.currentTime).toBe(0);
    store.seek(500);
    expect(media.currentTime).toBe(100);
  });

  it('goes on where it was when the element is exchanged, playing if it played', () => {
    const { media, store, detach } = attached();
    media.load(100);
    store.playFrom(40);
    store.setRate(1.5);
    detach();
    const next = new FakeMedia();
    store.attach(next);
    next.load(100);
    expect(next).toMatchObject({ currentTime: 40, paused: false, playbackRate: 1.5 });
  });

  it('stays paused when it was paused', () => {
    const { media, store, detach } = attached();
    media.load(100);
    store.playFrom(40);
    store.pause();
    detach();
    const next = new FakeMedia();
    store.attach(next);
    expect(next.paused).toBe(true);
  });

  it('tells state and time apart', () => {
    const { media, store } = attached();
    const onState = vi.fn();
    const onTime = vi.fn();
    store.subscribe(onState);
    store.subscribeTime(onTime);
    media.dispatchEvent(new Event('timeupdate'));
    expect([onState.mock.calls.length, onTime.mock.calls.length]).toEqual([0, 1]);
    store.toggle();
    expect(onState).toHaveBeenCalledOnce();
    expect(store.getState().playing).toBe(true);
  });

  it('moves the volume in tenths, and silence is mute', () => {
    const { media, store } = attached();
    store.setVolume(0.7000000001);
    expect(media.volume).toBe(0.7);
    store.setVolume(-1);
    expect(media).toMatchObject({ volume: 0, muted: true });
  });

  it('keeps the speed between a half and double', () => {
    const { media, store } = attached();
    store.setRate(9);
    expect(media.playbackRate).toBe(2);
    store.setRate(0.1);
    expect(media.playbackRate).toBe(0.5);
  });

  it('takes a duration that the media cannot tell as unknown', () => {
    const { media, store } = attached();
    media.load(Number.POSITIVE_INFINITY);
    expect(store.getState().durationSeconds).toBeNull();
  });

  it('goes back a moment after a pause, but not after a jump or from the end', async () => {
    const { media, store } = attached();
    media.load(100);
    store.choose({ rewindSeconds: 3 });
    media.currentTime = 50;
    store.play();
    expect(media.currentTime).toBe(50);
    store.pause();
    store.play();
    expect(media.currentTime).toBe(47);
    store.pause();
    store.seek(70);
    store.play();
    expect(media.currentTime).toBe(70);
    store.pause();
    media.dispatchEvent(new Event('ended'));
    store.play();
    expect(media.currentTime).toBe(70);
  });

  it('plays a clip again after its end, also if it ends with the recording, and goes on from elsewhere', () => {
    const { media, store } = attached();
    media.load(100);
    store.choose({ clip: { start: 12, end: 31 }, rewindSeconds: 2 });
    store.playFrom(12);
    store.seek(31);
    store.pause();
    store.play();
    expect(media.currentTime).toBe(12);
    store.pause();
    store.playFrom(31);
    expect(media.currentTime).toBe(31);
    store.choose({ clip: { start: 90, end: 100 }, rewindSeconds: 0 });
    store.seek(100);
    store.pause();
    media.dispatchEvent(new Event('ended'));
    store.play();
    expect(media.currentTime).toBe(90);
  });

  it('plays a sample and goes back to where it was, playing or not as before', () => {
    const { media, store } = attached();
    media.load(100);
    store.choose({ rewindSeconds: 3 });
    store.seek(50);
    store.playSample({ start: 10, end: 16 });
    expect(media).toMatchObject({ currentTime: 10, paused: false });
    // Another sample, and the place before the first one still counts.
    store.playSample({ start: 80, end: 86 });
    expect(media.currentTime).toBe(80);
    store.endSample();
    expect(media).toMatchObject({ currentTime: 50, paused: true });
    expect(store.getState().sample).toBeNull();

    store.playFrom(60);
    store.playSample({ start: 10, end: 16 });
    store.endSample();
    expect(media).toMatchObject({ currentTime: 60, paused: false });
    store.playSample({ start: 10, end: 16 });
    store.pause();
    expect(media).toMatchObject({ currentTime: 60, paused: true });
    store.playSample({ start: 10, end: 16 });
    store.seek(30);
    expect(store.getState().sample).toBeNull();
    store.endSample();
    expect(media).toMatchObject({ currentTime: 30, paused: false });
  });

  it('remembers volume, speed and the other choices for the next recording, but neither silence nor a loop', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const first = createPlaybackStore();
    first.setVolume(0.4);
    first.setRate(1.5);
    first.choose({ skipsSilence: true, rewindSeconds: 2, loop: { start: 1, end: 2 } });
    const chosen = { volume: 0.4, rate: 1.5, skipsSilence: true, rewindSeconds: 2 };
    expect(createPlaybackStore().getState()).toMatchObject({ ...chosen, loop: null, muted: false });
    first.setVolume(0);
    expect(createPlaybackStore().getState()).toMatchObject({ volume: 1, muted: false });
    for (const text of ['{', 'null', '[]', '{"rate":9,"volume":"x","rewindSeconds":-1}']) {
      stored.set('playback', text);
      expect(createPlaybackStore().getState()).toMatchObject({ volume: 1, rate: 1, rewindSeconds: 0 });
    }
  });
});
