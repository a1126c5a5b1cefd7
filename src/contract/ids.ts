import { z } from 'zod';

/**
 * A whole number as written in paths, queries and bodies: 12 or '12', but no other spelling ('012', '+12', ' 12', '12.0', '1.2e1' and '0xc' are
 * invalid input).
 */
export const wholeNumber = ({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) => {
  const number = z.int().min(min).max(max);
  const digits = z.string().regex(/^(0|[1-9][0-9]{0,15})$/);
  return z.codec(z.union([number, digits]), number, { decode: Number, encode: (value) => value });
};

/** The largest integer in PostgreSQL. */
const MAX_ID = 2_147_483_647;
const numericId = () => wholeNumber({ min: 1, max: MAX_ID });

export const TranscriptId = numericId().brand('TranscriptId');
export type TranscriptId = z.infer<typeof TranscriptId>;

export const ProjectId = numericId().brand('ProjectId');
export type ProjectId = z.infer<typeof ProjectId>;

export const ArticleId = numericId().brand('ArticleId');
export type ArticleId = z.infer<typeof ArticleId>;

export const ClipId = numericId().brand('ClipId');
export type ClipId = z.infer<typeof ClipId>;

export const InvitationId = numericId().brand('InvitationId');
export type InvitationId = z.infer<typeof InvitationId>;

/** A person's id, as written in paths. */
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

/** 128 random bits, base64url. */
export const ImportId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .brand('ImportId');
export type ImportId = z.infer<typeof ImportId>;

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

/** A step in the history of a transcript, as written in paths. */
export const EditId = wholeNumber({ min: 1, max: MAX_ID });
export type EditId = z.infer<typeof EditId>;

export const NoteId = numericId().brand('NoteId');
export type NoteId = z.infer<typeof NoteId>;

/** A reply to a comment. */
export const ReplyId = numericId().brand('ReplyId');
export type ReplyId = z.infer<typeof ReplyId>;

/** 128 random bits, base64url; anything else is a link that does not exist. */
export const ShareId = z.string().max(100);
export type ShareId = z.infer<typeof ShareId>;

/** A personal access token's; the token itself is a secret. */
export const TokenId = numericId().brand('TokenId');
export type TokenId = z.infer<typeof TokenId>;

/** An assistant that somebody has let in. */
export const AssistantId = numericId().brand('AssistantId');
export type AssistantId = z.infer<typeof AssistantId>;
