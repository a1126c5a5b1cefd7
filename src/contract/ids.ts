import { z } from 'zod';

/** Numeric ids as they stand in paths: '12' or 12; anything else is invalid input. */
const numericId = () => z.coerce.number().int().positive().max(2_147_483_647);

export const TranscriptId = numericId().brand('TranscriptId');
export type TranscriptId = z.infer<typeof TranscriptId>;

export const ProjectId = numericId().brand('ProjectId');
export type ProjectId = z.infer<typeof ProjectId>;

export const ArticleId = numericId().brand('ArticleId');
export type ArticleId = z.infer<typeof ArticleId>;

export const InvitationId = numericId().brand('InvitationId');
export type InvitationId = z.infer<typeof InvitationId>;

/** A person, as the id stands in paths. */
export const MemberId = numericId().pipe(z.int().brand('UserId'));

/** 128 random bits, base64url; anything else is a link that does not exist. */
export const InvitationToken = z.string().max(100);
export type InvitationToken = z.infer<typeof InvitationToken>;

/** 128 random bits, base64url. */
export const UploadId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .brand('UploadId');
export type UploadId = z.infer<typeof UploadId>;

/** A live recording: 128 random bits, base64url, made by the browser, which may be offline. */
export const RecordingId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .brand('RecordingId');
export type RecordingId = z.infer<typeof RecordingId>;

export const UserId = z.int().positive().brand('UserId');
export type UserId = z.infer<typeof UserId>;

/** Unique among all segments. A plain number: there are thousands in one answer. */
export const SegmentId = z.int().positive();
export type SegmentId = z.infer<typeof SegmentId>;

/** A step in the history of a transcript, as it stands in paths. */
export const EditId = z.coerce.number<number>().int().positive().max(2_147_483_647);
export type EditId = z.infer<typeof EditId>;

/** 128 random bits, base64url; anything else is a link that does not exist. */
export const ShareId = z.string().max(100);
export type ShareId = z.infer<typeof ShareId>;
