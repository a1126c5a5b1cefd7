import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeMedia } from '#tests/support/fake-media.ts';
import { createPlaybackStore } from '#web/player/playback-store.ts';
import { createTypingPause } from './use-typing-pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig() {
  const media = new FakeMedia();
  const store = createPlaybackStore();
  store.attach(media);
  media.load(100);
  store.playFrom(20);
  return { media, store, pause: createTypingPause(store) };
}

it('pauses while somebody types, and goes on from a second before', () => {
  const { media, pause } = rig();
  pause.typed();
  expect(media.paused).toBe(true);
  vi.advanceTimersByTime(900);
  pause.typed();
  vi.advanceTimersByTime(900);
  expect(media.paused).toBe(true);
  vi.advanceTimersByTime(100);
  expect([media.paused, media.currentTime]).toEqual([false, 19]);
});

it('goes on at once when the row is left', () => {
  const { media, pause } = rig();
  pause.typed();
  pause.end();
  expect([media.paused, media.currentTime]).toEqual([false, 19]);
  media.currentTime = 30;
  vi.advanceTimersByTime(5000);
  expect(media.currentTime).toBe(30);
});

it('starts nothing that was not playing, and leaves alone who has chosen so', () => {
  const { media, store, pause } = rig();
  store.pause();
  pause.typed();
  pause.end();
  expect(media.paused).toBe(true);
  store.play();
  store.choose({ pausesForTyping: false });
  pause.typed();
  expect(media.paused).toBe(false);
});

it('does not go back where somebody has played or gone elsewhere meanwhile', () => {
  const { media, store, pause } = rig();
  pause.typed();
  store.play();
  media.currentTime = 25;
  vi.advanceTimersByTime(5000);
  expect([media.paused, media.currentTime]).toEqual([false, 25]);
  pause.typed();
  store.seek(60);
  vi.advanceTimersByTime(5000);
  expect([media.paused, media.currentTime]).toEqual([true, 60]);
});

it('stays paused when the text is left', () => {
  const { media, pause } = rig();
  pause.typed();
  pause.cancel();
  vi.advanceTimersByTime(5000);
  expect(media.paused).toBe(true);
});
