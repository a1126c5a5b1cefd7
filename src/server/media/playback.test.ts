import { describe, expect, it } from 'vitest';
import { playbackOf } from './playback.ts';

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
    ['aac', null, 'aac', null, { kind: 'audio', mimeType: 'audio/aac', playable: true }],
    ['flac', null, 'flac', null, { kind: 'audio', mimeType: 'audio/flac', playable: true }],
    ['ogg', null, 'opus', null, { kind: 'audio', mimeType: 'audio/ogg', playable: true }],
    ['matroska,webm', null, 'opus', null, { kind: 'audio', mimeType: 'audio/webm', playable: true }],
    ['matroska,webm', null, 'aac', 'h264', { kind: 'video', mimeType: 'video/webm', playable: false }],
  ] as const)('judges %s (%s) of %s and %s', (formatName, majorBrand, audioCodec, videoCodec, expected) => {
    expect(
      playbackOf({ formatName, majorBrand, audioCodec, videoCodec, title: null, durationMs: 1 }),
    ).toEqual(expected);
  });

  it.each(['matroska,webm', MP4])(
    'requires a copy of %s without a duration, as browsers record it',
    (formatName) => {
      const info = {
        formatName,
        majorBrand: null,
        title: null,
        audioCodec: 'opus',
        videoCodec: null,
        durationMs: null,
      };
      expect(playbackOf(info).playable).toBe(false);
    },
  );
});
