import { z } from 'zod';
import { Became, ChangedBy } from './edit-conflicts.ts';
import { AI_ERRORS } from './errors/ai-errors.ts';
import { ARTICLES_ERRORS } from './errors/articles-errors.ts';
import { IMPORTS_ERRORS } from './errors/imports-errors.ts';
import { MCP_ERRORS } from './errors/mcp-errors.ts';
import { NOTES_ERRORS } from './errors/notes-errors.ts';
import { PROJECTS_ERRORS } from './errors/projects-errors.ts';
import { REQUEST_ERRORS } from './errors/request-errors.ts';
import { SOURCES_ERRORS } from './errors/sources-errors.ts';
import { SPEECH_ERRORS } from './errors/speech-errors.ts';
import { TOKENS_ERRORS } from './errors/tokens-errors.ts';
import { TRANSCRIPTION_ERRORS } from './errors/transcription-errors.ts';
import { TRANSCRIPTS_ERRORS } from './errors/transcripts-errors.ts';
import { UPLOADS_ERRORS } from './errors/uploads-errors.ts';
import { TimestampedSegment } from './segments.ts';

/** Every error the interface can return: a stable code, its HTTP status, and the message for people. */
export const ERRORS = {
  ...REQUEST_ERRORS,
  ...UPLOADS_ERRORS,
  ...TRANSCRIPTS_ERRORS,
  ...NOTES_ERRORS,
  ...AI_ERRORS,
  ...PROJECTS_ERRORS,
  ...ARTICLES_ERRORS,
  ...IMPORTS_ERRORS,
  ...SOURCES_ERRORS,
  ...TRANSCRIPTION_ERRORS,
  ...SPEECH_ERRORS,
  ...TOKENS_ERRORS,
  ...MCP_ERRORS,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With 'edit_conflict': the segment as it stands now; null when it no longer exists. */
  current: TimestampedSegment.nullable().optional(),
  /** With 'edit_conflict': who changed the segment last, and whether that is the caller; absent if unknown. */
  changedBy: ChangedBy.optional(),
  /** With 'edit_conflict': what has become of the segment; absent if unknown. */
  became: Became.optional(),
  /** With 'article_paywall': true. */
  paywallDetected: z.boolean().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
