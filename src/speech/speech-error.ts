/** What went wrong with a speech service, with its details. */
export type SpeechProblem =
  /** The key is wrong, revoked or not allowed to do this. */
  | { code: 'key_rejected' }
  /** The account has no credit left. */
  | { code: 'no_credit' }
  /** Too many requests; null if the service did not say how long to wait. */
  | { code: 'rate_limited'; retryAfterMs: number | null }
  /** A server is still loading its model, or has too much to do; null if it did not say how long to wait. */
  | { code: 'loading'; retryAfterMs: number | null }
  /** There was no response, or the service is unavailable; `tookTooLong`: the time limit of a whole call passed. */
  | { code: 'unreachable'; tookTooLong?: true }
  /** Nothing at the address understands speech: a page, another program, or a redirect. */
  | { code: 'wrong_address' }
  /** The address is of a private network, and the operator has not allowed it. */
  | { code: 'address_refused' }
  /** The server has no model of that name. */
  | { code: 'unknown_model' }
  /** Even a short piece of the recording is too large for the server. */
  | { code: 'too_large' }
  /** The recording is longer than the service accepts. */
  | { code: 'too_long' }
  /** The response is not in the expected form. */
  | { code: 'bad_answer' }
  /** The service rejected the request or could not do the work; `said` is its reason, safe to show, empty if it gave none. */
  | { code: 'failed'; said: string };

/** A failure of a speech service. Its message is for logs: it contains no key and no words of the recording. */
export class SpeechError extends Error {
  readonly problem: SpeechProblem;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;

  constructor(problem: SpeechProblem, status?: number) {
    super(`The speech service failed: ${problem.code}${status === undefined ? '' : `, status ${status}`}`);
    this.name = 'SpeechError';
    this.problem = problem;
    this.status = status;
  }
}

const MAX_QUOTED = 200;

/**
 * A service's message as one line that is safe to show: without addresses and anything that may be a key. Empty if there is none.
 */
export function quotable(said: unknown): string {
  if (typeof said !== 'string') return '';
  // What is far longer than what is quoted would take long in the patterns, and is cut anyway.
  const line = said
    .slice(0, 10 * MAX_QUOTED)
    .replace(/[a-z][a-z+.-]*:\/\/\S+/gi, '[address]')
    .replace(/[\w-]{24,}/g, '[…]')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line.length <= MAX_QUOTED ? line : `${line.slice(0, MAX_QUOTED).trimEnd()}…`;
}
