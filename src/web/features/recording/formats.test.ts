import { expect, it } from 'vitest';
import { chooseType, liveRecordingTitle, savedName, sentName } from './formats.ts';

const AT = Date.UTC(2026, 10, 21, 17, 45, 3);

it('records MP4 where the browser can, else what it can', () => {
  expect(chooseType(() => true)).toBe('audio/mp4;codecs=opus');
  expect(chooseType((type) => !type.includes('mp4'))).toBe('audio/webm;codecs=opus');
  expect(chooseType((type) => type === 'audio/ogg')).toBe('audio/ogg');
  expect(chooseType(() => false)).toBeUndefined();
});

it('is sent under a name that ends in webm, and saved under one that says what is inside', () => {
  expect(sentName(AT)).toBe('recording-2026-11-21T17-45-03.webm');
  expect(savedName(AT, 'audio/mp4;codecs=opus')).toBe('recording-2026-11-21T17-45-03.m4a');
  expect(savedName(AT, 'audio/webm')).toBe('recording-2026-11-21T17-45-03.webm');
  expect(liveRecordingTitle(AT)).toMatch(/^Recording, .*2026/);
});
