import { describe, expect, it } from 'vitest';
import { followPackets } from './sound-clock.ts';

const FRAME = 0.02;
const MATROSKA = { formatName: 'matroska,webm', codec: 'opus', start: 0 };
/** Five minutes of packets, with what a second is said to be. */
function facts(at: (seconds: number, index: number) => number | null, duration = FRAME) {
  const packets = followPackets(MATROSKA);
  for (let index = 0; index < 15_000; index += 1) packets.add(at(index * FRAME, index), duration, 100);
  return packets.read();
}

describe('the clock of a sound track', () => {
  it.each<[string, (seconds: number, index: number) => number | null]>([
    ['goes on', (s) => s],
    ['has no stamps in between', (s, index) => (index % 10 === 0 ? s : null)],
    ['has a hole of ten minutes', (s) => (s < 60 ? s : s + 600)],
    ['says a second twice', (s) => (s < 60 ? s : s - 1)],
    ['is rounded so that some stamps are the same', (s, index) => (index % 100 === 0 ? s - FRAME : s)],
  ])('is believed if it %s', (_, at) => {
    expect(facts(at)).toMatchObject({ isBroken: false });
  });

  it.each<[string, (seconds: number, index: number) => number | null]>([
    ['jumps by a day', (s) => (s < 60 ? s : s + 86_400)],
    ['is set back', (s) => (s < 60 ? s : s - 30)],
    ['was set back a little again and again', (s) => s - Math.floor(s / 10)],
    ['begins anew after a second', (s) => (s < 1 ? s : s - 1)],
    ['runs backwards', (s) => 300 - s],
    ['stands', () => 1],
    ['counts in another unit', (s) => 1000 * s],
  ])('is not believed if it %s', (_, at) => {
    expect(facts(at)).toMatchObject({ isBroken: true, lastMs: 300_000 });
  });

  it('is not believed if it creeps where it was set back, as programs write it that may not write a stamp again', () => {
    const packets = followPackets(MATROSKA);
    const creep = 1 / 48_000;
    for (let index = 0, at = 0; index < 15_000; index += 1) {
      const step = index > 5000 && index < 6500 ? creep : FRAME;
      packets.add(at, step, 100);
      at += step;
    }
    expect(packets.read().isBroken).toBe(true);
  });

  it('takes a packet that is as long as all others for what it says', () => {
    const slow = followPackets(MATROSKA);
    for (let index = 0; index < 100; index += 1) slow.add(index * 2000, 2000, 4096);
    expect(slow.read()).toMatchObject({ isBroken: false, lastMs: 198_000_000 });
  });

  it('finds a hole that the container counts as a part of the packet before it', () => {
    const packets = followPackets(MATROSKA);
    for (let index = 0; index < 100; index += 1)
      packets.add(index * FRAME + (index < 50 ? 0 : 86_400), index === 49 ? 86_400 : FRAME, 100);
    expect(packets.read().isBroken).toBe(true);
  });

  it.each([
    ['mp3', 'mp3', FRAME, false],
    ['mp3', 'mp3', FRAME * 1.5, true],
    ['matroska,webm', 'opus', FRAME * 1.5, false],
    ['wav', 'pcm_s16le', FRAME, false],
    ['wav', 'adpcm_ms', FRAME, true],
  ])('does not believe what FFmpeg counts in %s of %s, with frames of 0.02 and %d s: %s', (...given) => {
    const [formatName, codec, second, isBroken] = given;
    const packets = followPackets({ formatName, codec, start: 0 });
    packets.add(0, FRAME, 100);
    packets.add(FRAME, second, 100);
    expect(packets.read().isBroken).toBe(isBroken);
  });

  it('tells a constant rate, up to padding and a last frame that was cut off', () => {
    const rate = (bytes: (index: number) => number) => {
      const packets = followPackets(MATROSKA);
      for (let index = 0; index < 100; index += 1) packets.add(index * FRAME, FRAME, bytes(index));
      return packets.read().hasConstantRate;
    };
    expect(rate((index) => (index === 99 ? 7 : 417 + (index % 2)))).toBe(true);
    expect(rate((index) => (index === 50 ? 300 : 417))).toBe(false);
  });
});

it.each([
  ['mov,mp4,m4a,3gp,3g2,mj2', 3, 0],
  ['matroska,webm', -0.007, 0],
  ['mov,mp4,m4a,3gp,3g2,mj2', 90_000, 90_000],
  ['mp3', 0.025, 0.025],
  ['ogg', 3600, 3600],
])('has time 0 of %s, of which the first stream begins at %d s, at %d s', (format, start, zero) => {
  expect(followPackets({ formatName: format, codec: 'aac', start }).read()).toMatchObject({ zero, start });
});
