import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERRORS } from './errors.ts';
import { AUDIO_FORMATS, UPLOAD_ACCEPT, VIDEO_FORMATS } from './media-types.ts';

it('names the formats to people', async () => {
  expect(ERRORS.unsupported_format.message).toBe(
    'Unsupported file format. Please upload video files (MP4, MOV, AVI) or audio files (MP3, WAV, M4A, AAC, FLAC, OGG).',
  );
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`audio (${AUDIO_FORMATS}) or video (${VIDEO_FORMATS})`);
});

it('offers files by their extensions and types in the file dialog', () => {
  const offered = UPLOAD_ACCEPT.split(',');
  expect(offered).toEqual(expect.arrayContaining(['.opus', '.mov', 'audio/vnd.dlna.adts', 'video/ogg']));
  expect(offered).not.toContain('application/octet-stream');
  expect(new Set(offered).size).toBe(offered.length);
});
