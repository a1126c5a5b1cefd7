import { z } from 'zod';

/** Numeric ids as they stand in paths: '12' or 12; anything else is invalid input. */
export const TranscriptId = z.coerce.number().int().positive().max(2_147_483_647).brand('TranscriptId');
export type TranscriptId = z.infer<typeof TranscriptId>;

/** 128 random bits, base64url. */
export const UploadId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .brand('UploadId');
export type UploadId = z.infer<typeof UploadId>;

export const UserId = z.int().positive().brand('UserId');
export type UserId = z.infer<typeof UserId>;
