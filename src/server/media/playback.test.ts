import { describe, expect, it } from 'vitest';
import { playbackOf } from './playback.ts';
import type { MediaInfo, SoundTrack } from './tool.ts';

const SOUND: SoundTrack = {
  index: 0,
  number: 1,
  of: 1,
  mixedWith: [],
  channels: 1,
  zero: 0,
  start: 0,
  firstMs: 0,
  lastMs: 60_000,
  isBroken: false,
  hasConstantRate: true,
};
/** An MP3 whose every frame takes as much as the others. */
const INFO: MediaInfo = {
  formatName: 'mp3',
  majorBrand: null,
  title: null,
  durationMs: 60_000,
  audioCodec: 'mp3',
  videoCodec: null,
  sound: SOUND,
  tracks: [],
  hasTrueSizes: true,
};
const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2';

describe('playbackOf', () => {
  it.each([
    [MP4, 'isom', 'aac', 'h264', { kind: 'video', mimeType: 'video/mp4', playable: true }],
    [MP4, 'qt  ', 'aac', 'h264', { kind: 'video', mimeType: 'video/mp4', playable: false }],
    [MP4, 'M4A ', 'aac', null, { kind: 'audio', mimeType: 'audio/mp4', playable: true }],
    [MP4, 'M4A ', 'alac', null, { kind: 'audio', mimeType: 'audio/mp4', playable: false }],
    ['avi', null, 'mp3', 'mpeg4', { kind: 'video', mimeType: 'video/x-unplayable', playable: false }],
    ['mp3', null, 'mp3', null, { kind: 'audio', mimeType: 'audio/mpeg', playable: true }],
    ['wav', null, 'pcm_s16le', null, { kind: 'audio', mimeType: 'audio/wav', playable: true }],
    ['wav', null, 'adpcm_ms', null, { kind: 'audio', mimeType: 'audio/wav', playable: false }],
    ['aac', null, 'aac', null, { kind: 'audio', mimeType: 'audio/aac', playable: false }],
    ['flac', null, 'flac', null, { kind: 'audio', mimeType: 'audio/flac', playable: true }],
    ['ogg', null, 'opus', null, { kind: 'audio', mimeType: 'audio/ogg', playable: true }],
    ['matroska,webm', null, 'opus', null, { kind: 'audio', mimeType: 'audio/webm', playable: true }],
    ['matroska,webm', null, 'aac', 'h264', { kind: 'video', mimeType: 'video/webm', playable: false }],
  ] as const)('judges %s (%s) of %s and %s', (formatName, majorBrand, audioCodec, videoCodec, expected) => {
    const info = { ...INFO, formatName, majorBrand, audioCodec, videoCodec };
    expect(playbackOf(info, 'steady')).toEqual(expected);
  });

  it.each(['matroska,webm', MP4, 'flac'])(
    'requires a copy of %s without a duration, as browsers record it',
    (formatName) => {
      const info = { ...INFO, formatName, audioCodec: 'flac', durationMs: null };
      expect(playbackOf(info, 'steady').playable).toBe(false);
    },
  );

  it.each<[string, Partial<MediaInfo>]>([
    ['says that it is longer', { durationMs: 120_000 }],
    ['says that it is shorter', { durationMs: 30_000 }],
    ['is an MP3 of a variable rate', { sound: { ...SOUND, hasConstantRate: false } }],
    ['is heard by its second track', { sound: { ...SOUND, number: 2, of: 2 } }],
    ['is heard with two tracks mixed', { sound: { ...SOUND, of: 2, mixedWith: [{ ...SOUND, number: 2 }] } }],
    ['is a WAV with wrong sizes', { formatName: 'wav', audioCodec: 'pcm_s16le', hasTrueSizes: false }],
    ['is a piece of a radio stream', { formatName: 'ogg', sound: { ...SOUND, zero: 900, start: 900 } }],
  ])('requires a copy of what %s', (_, change) => {
    expect(playbackOf(INFO, 'steady').playable).toBe(true);
    expect(playbackOf({ ...INFO, ...change }, 'steady').playable).toBe(false);
  });

  it.each(['gaps', 'broken'] as const)('requires a copy of what has a clock that is %s', (clock) => {
    expect(playbackOf(INFO, clock).playable).toBe(false);
  });
});
