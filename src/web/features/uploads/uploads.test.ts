import { describe, expect, it } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { ApiError } from '#web/lib/api.ts';
import { checkFile } from './check-file.ts';
import { uploadFailure } from './run-upload.ts';
import { takeDropped } from './take-dropped.ts';
import { uploadPercent } from './upload-progress.ts';

describe('uploadPercent', () => {
  it('runs 10, 20 to 90, 90, 100', () => {
    expect(uploadPercent('authorizing', 0)).toBe(10);
    expect([0, 0.5, 1, 7].map((share) => uploadPercent('uploading', share))).toEqual([20, 55, 90, 90]);
    expect(uploadPercent('initializing', 0)).toBe(90);
    expect(uploadPercent('complete', 0)).toBe(100);
  });
});

describe('checkFile', () => {
  it.each([
    ['talk.mp3', 'audio/mpeg', 1, null],
    ['talk.mp3', 'audio/mpeg', MAX_UPLOAD_BYTES, null],
    ['talk.mp3', 'audio/mpeg', MAX_UPLOAD_BYTES + 1, ERRORS.file_too_large.message],
    ['talk.mp3', 'audio/mpeg', 0, ERRORS.file_empty.message],
    ['notes.txt', 'text/plain', 1, ERRORS.unsupported_format.message],
    ['film.avi', '', 1, null],
    ['talk.aac', 'audio/vnd.dlna.adts', 1, null],
    ['film.mkv', 'video/x-matroska', 1, null],
    ['song.mid', 'audio/midi', 1, ERRORS.unsupported_format.message],
  ])('judges %s (%s, %s bytes)', (name, type, size, problem) =>
    expect(checkFile({ name, type, size })).toBe(problem),
  );
});

describe('takeDropped', () => {
  it('says why a single file cannot be taken; in the queue, each file says it itself', () => {
    const paper = new File(['x'], 'paper.pdf', { type: 'application/pdf' });
    const talk = new File(['x'], 'talk.mp3', { type: 'audio/mpeg' });
    const take = (...files: File[]) =>
      takeDropped(files.map((file) => ({ file, entry: null, handle: Promise.resolve(null) })));
    expect(take(paper)).toBe(ERRORS.unsupported_format.message);
    expect(take(talk)).toBeNull();
    expect(take(talk, paper)).toBeNull();
  });
});

describe('uploadFailure', () => {
  it('says what the server says, the transport says, or that the network failed', () => {
    expect(uploadFailure(new ApiError(413, '', '{"message":"Too large","code":"file_too_large"}'))).toBe(
      'Too large',
    );
    expect(uploadFailure(new Error('Direct upload failed: 500 Oops'))).toBe('Direct upload failed: 500 Oops');
    expect(uploadFailure(new TypeError('Failed to fetch'))).toBe('Network error during upload');
  });
});
