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
  // Only for summaries, of which nothing can be kept; an answer keeps what there was.
  cut_off: 'ai_unreachable',
};

/** Failures for which no service writes, and so charges, anything. What was written in vain was paid for. */
const FREE: ReadonlySet<AnalysisErrorCode> = new Set([
  'key_rejected',
  'no_credit',
  'rate_limited',
  'overloaded',
  'unreachable',
  'too_long',
  'not_accepted',
]);

/** Whether what a provider was asked for came to nothing before it cost anything. */
export function isFree(error: unknown): boolean {
  return error instanceof AnalysisError && FREE.has(error.code);
}

/** A provider's failure in the words of the contract; anything else as it is. */
export function toAppError({ log }: Pick<Deps, 'log'>, error: unknown): unknown {
  if (!(error instanceof AnalysisError)) return error;
  log.warn({ code: error.code, cause: String(error.cause ?? '') }, 'analysis failed');
  return new AppError(CODES[error.code], { cause: error });
}

/** What is the owner's business (key, credit, settings) a visitor hears as one thing. */
export function forVisitor(error: unknown): unknown {
  const isOwners =
    error instanceof AppError && ['ai_key_rejected', 'ai_no_credit', 'ai_not_accepted'].includes(error.code);
  return isOwners ? new AppError('shared_chat_unavailable', { cause: error }) : error;
}
