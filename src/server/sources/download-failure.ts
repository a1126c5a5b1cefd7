import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { OutboundError, type OutboundFailure } from '../outbound/outbound-error.ts';

/** An attempt failed in a way that may not happen again. */
export class TryAgain extends Error {
  constructor(cause: unknown) {
    super('the download broke off', { cause });
  }
}

const FINAL: Record<Exclude<OutboundFailure, 'unreachable'>, ErrorCode> = {
  refused: 'address_refused',
  redirects: 'source_unreachable',
  timeout: 'source_timeout',
  'too-large': 'source_too_large',
};

/** Classifies a failed attempt: final with a code, worth another attempt, or not the server's fault. */
export function downloadFailureOf(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (error.failure === 'unreachable') return new TryAgain(error);
  return new AppError(FINAL[error.failure], { cause: error });
}

/** The final error for an unsuccessful status; undefined if another attempt is worthwhile. */
export function codeOfStatus(status: number): ErrorCode | undefined {
  if (status === 404 || status === 410) return 'source_not_found';
  if (status === 401 || status === 403 || status === 451) return 'source_denied';
  const isPassing = status >= 500 || [206, 408, 416, 425, 429].includes(status);
  return isPassing ? undefined : 'source_unreachable';
}
