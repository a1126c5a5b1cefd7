import { retryAfterMs } from '#domain/retry-after.ts';
import { AnalysisError, type AnalysisProblem, ServiceFailure } from './analysis-error.ts';

/** The fields that both services' clients set on a failed call. */
interface ClientError {
  status?: unknown;
  type?: unknown;
  code?: unknown;
  errorCode?: unknown;
  requestID?: unknown;
  headers?: unknown;
}

/**
 * Converts an error of a service's client to ours. The services document their errors by HTTP status and by a name in the body
 * (error.type; with OpenAI error.code); an error in the middle of a stream has only the name. Other errors are passed on.
 */
export function toAnalysisError(error: unknown, isClientError: (error: unknown) => boolean): unknown {
  if (error instanceof AnalysisError) return error;
  // Anthropic's client wraps errors that break a stream; a stream whose data is not JSON fails with a SyntaxError.
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (error instanceof SyntaxError || cause instanceof SyntaxError)
    return new AnalysisError({ code: 'bad_answer' });
  if (isNetworkError(cause)) return new AnalysisError({ code: 'unreachable' }, new ServiceFailure({}));
  if (!isClientError(error)) return error;
  // The clients' errors about malformed responses have no status property, not even an undefined one.
  if (typeof error === 'object' && error !== null && !('status' in error))
    return new AnalysisError({ code: 'bad_answer' });
  // Every field is validated where it is read.
  const details = { ...(error as object) } as ClientError;
  return new AnalysisError(
    problemOf(details),
    new ServiceFailure({ ...details, requestId: details.requestID }),
  );
}

/** Node.js's fetch reports a broken connection as a bare TypeError. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && (error.message === 'terminated' || error.message === 'fetch failed');
}

function problemOf({ status, type, code, errorCode, headers }: ClientError): AnalysisProblem {
  const names = [type, code, errorCode];
  if (names.includes('billing_error') || names.includes('insufficient_quota') || status === 402)
    return { code: 'no_credit' };
  if (
    names.includes('context_length_exceeded') ||
    names.includes('exceed_context_size_error') ||
    status === 413
  ) {
    return { code: 'too_long' };
  }
  if (
    status === 401 ||
    status === 403 ||
    names.includes('authentication_error') ||
    names.includes('permission_error')
  ) {
    return { code: 'key_rejected' };
  }
  if (status === 429 || names.includes('rate_limit_error')) {
    const after = headers instanceof Headers ? headers.get('retry-after') : null;
    return { code: 'rate_limited', retryAfterMs: retryAfterMs(after, Date.now()) };
  }
  if (status === 408 || names.includes('timeout_error')) return { code: 'unreachable' };
  if (typeof status === 'number') return { code: status >= 500 ? 'overloaded' : 'not_accepted' };
  if (names.includes('overloaded_error') || names.includes('api_error')) return { code: 'overloaded' };
  if (names.some((name) => typeof name === 'string')) return { code: 'not_accepted' };
  return { code: 'unreachable' };
}
