import { AnalysisError, type AnalysisErrorCode } from '#ai/analysis-error.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';

const CODES: Record<AnalysisErrorCode, ErrorCode> = {
  key_rejected: 'ai_key_rejected',
  no_credit: 'ai_no_credit',
  rate_limited: 'ai_rate_limited',
  overloaded: 'ai_overloaded',
  unreachable: 'ai_unreachable',
  too_long: 'ai_too_long',
  refused: 'ai_refused',
  not_accepted: 'ai_not_accepted',
  bad_answer: 'ai_bad_answer',
  // Only for summaries, which cannot be kept in part; an answer is kept as far as it got.
  cut_off: 'ai_unreachable',
};

/** Failures for which no service generates, and so charges, anything. Output generated in vain has been paid for. */
const FREE: ReadonlySet<AnalysisErrorCode> = new Set([
  'key_rejected',
  'no_credit',
  'rate_limited',
  'overloaded',
  'unreachable',
  'too_long',
  'not_accepted',
]);

/** Whether a request to a provider failed before it cost anything. */
export function isFree(error: unknown): boolean {
  return error instanceof AnalysisError && FREE.has(error.code);
}

/** Maps a provider's failure to the contract's error; returns any other error unchanged. */
export function toAppError({ log }: Pick<Deps, 'log'>, error: unknown): unknown {
  if (!(error instanceof AnalysisError)) return error;
  log.warn({ code: error.code, cause: String(error.cause ?? '') }, 'analysis failed');
  return new AppError(CODES[error.code], { cause: error });
}

/** Replaces errors that concern only the owner (key, credit, settings) by one general error for visitors. */
export function forVisitor(error: unknown): unknown {
  const isOwners =
    error instanceof AppError && ['ai_key_rejected', 'ai_no_credit', 'ai_not_accepted'].includes(error.code);
  return isOwners ? new AppError('shared_chat_unavailable', { cause: error }) : error;
}
