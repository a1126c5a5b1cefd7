import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERRORS } from './errors.ts';
import {
  AUDIO_FORMATS,
  mediaFormatOf,
  OTHER_AUDIO_FORMATS,
  OTHER_VIDEO_FORMATS,
  UPLOAD_ACCEPT,
  VIDEO_FORMATS,
} from './media-types.ts';

it('names the formats to people', async () => {
  expect(ERRORS.unsupported_format.message).toBe(
    'Unsupported file format. Please upload video files (MP4, MOV, AVI) or audio files (MP3, WAV, M4A, AAC, FLAC, OGG).',
  );
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`audio (${AUDIO_FORMATS}) or video (${VIDEO_FORMATS})`);
  const waysIn = await readFile(new URL('../../docs/ways-in.md', import.meta.url), 'utf8');
  expect(waysIn).toContain(`(${AUDIO_FORMATS})`);
  expect(waysIn).toContain(`video (${OTHER_VIDEO_FORMATS}) or audio (${OTHER_AUDIO_FORMATS})`);
});

it.each([
  ['audio/mpeg', 'talk.mp3', 'usual'],
  ['', 'talk.opus', 'usual'],
  ['video/x-matroska', 'film.mkv', 'other'],
  ['', 'FILM.MKV', 'other'],
  ['audio/x-of-tomorrow', 'talk', 'other'],
  ['audio/3gpp', 'memo.amr', 'other'],
  // Systems have a usual type for some of the others.
  ['audio/mp4', 'book.m4b', 'other'],
  ['audio/mpeg', 'talk.mp2', 'other'],
  ['text/plain', 'talk.mkv', null],
  ['audio/mpegurl', 'list.mp3', null],
  ['audio/midi', 'song.mid', null],
  ['', 'notes.txt', null],
] as const)('judges %j called %s', (type, name, format) => expect(mediaFormatOf(type, name)).toBe(format));

it('offers files by their extensions and types in the file dialog', () => {
  const offered = UPLOAD_ACCEPT.split(',');
  expect(offered).toEqual(
    expect.arrayContaining(['.opus', '.mov', '.mxf', 'audio/vnd.dlna.adts', 'video/ogg']),
  );
  expect(offered).not.toContain('application/octet-stream');
  expect(new Set(offered).size).toBe(offered.length);
});
