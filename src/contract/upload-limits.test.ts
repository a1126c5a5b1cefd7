import { expect, it } from 'vitest';
import { ERRORS } from './errors.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PARTS, UPLOAD_PART_BYTES } from './limits.ts';
import { sizeText, tooLargeText, uploadLinkMs, uploadPartBytes, uploadTimeoutMs } from './upload-limits.ts';

const GIGABYTE = 1024 ** 3;
const HOUR_MS = 60 * 60_000;

it('names a limit in megabytes, or in whole gigabytes', () => {
  expect([MAX_UPLOAD_BYTES, 1500 * 1024 ** 2, 2 * GIGABYTE, 20 * GIGABYTE].map(sizeText)).toEqual([
    '500MB',
    '1500MB',
    '2GB',
    '20GB',
  ]);
  expect(tooLargeText(MAX_UPLOAD_BYTES)).toBe(ERRORS.file_too_large.message);
});

it('leaves the parts and the patience of the default limit as they are, and grows both with the file', () => {
  expect(uploadPartBytes(MAX_UPLOAD_BYTES)).toBe(UPLOAD_PART_BYTES);
  expect(uploadTimeoutMs(1)).toBe(HOUR_MS / 2);
  expect(uploadLinkMs(MAX_UPLOAD_BYTES)).toBe(2 * HOUR_MS);
  const size = 20 * GIGABYTE;
  expect(Math.ceil(size / uploadPartBytes(size))).toBeLessThanOrEqual(MAX_UPLOAD_PARTS);
  expect(uploadLinkMs(size)).toBe(24 * HOUR_MS);
  expect(uploadTimeoutMs(size)).toBeLessThan(uploadLinkMs(size));
});
