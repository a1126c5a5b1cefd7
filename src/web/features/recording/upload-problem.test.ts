import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { NETWORK_ERROR, NoAnswer, UPLOAD_TIMEOUT } from '#web/lib/send-upload.ts';
import { uploadProblem } from './calls.ts';

it.each([
  [new NoAnswer(NETWORK_ERROR), 'Upload failed: Network error'],
  [new NoAnswer(UPLOAD_TIMEOUT), 'Upload failed: Timeout'],
  [new TypeError('Failed to fetch'), 'Upload failed: Network error'],
  [new ApiError(507, 'Insufficient Storage', ''), 'Upload failed: Insufficient Storage'],
])('says why a recording did not arrive: %s', (error, message) => {
  expect(uploadProblem(error).message).toBe(message);
});
