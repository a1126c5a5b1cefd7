/** What went wrong with a speech service, and what goes with it. */
export type SpeechProblem =
  /** The key is wrong, revoked or not allowed to do this. */
  | { code: 'key_rejected' }
  /** The account has no credit left. */
  | { code: 'no_credit' }
  /** Too many requests; null when the service did not say how long to wait. */
  | { code: 'rate_limited'; retryAfterMs: number | null }
  /** No answer came, or only one that says that it cannot work now. */
  | { code: 'unreachable' }
  /** The recording is longer than the service takes. */
  | { code: 'too_long' }
  /** An answer came that is not what was asked for. */
  | { code: 'bad_answer' }
  /** The service took the request for wrong, or could not do the work; `said` is its reason, fit to be shown, empty when it gave none. */
  | { code: 'failed'; said: string };

/** A failure of a speech service. Its message is for logs: it holds no key and no words of the recording. */
export class SpeechError extends Error {
  readonly problem: SpeechProblem;
  /** The HTTP status, where an answer came. */
  readonly status: number | undefined;

  constructor(problem: SpeechProblem, status?: number) {
    super(`The speech service failed: ${problem.code}${status === undefined ? '' : `, status ${status}`}`);
    this.name = 'SpeechError';
    this.problem = problem;
    this.status = status;
  }
}

const MAX_QUOTED = 200;

/** A service's own words as one line that can be shown: without addresses and without anything that may be a key. Empty when it said nothing. */
export function quotable(said: unknown): string {
  if (typeof said !== 'string') return '';
  const line = said
    .replace(/[a-z][a-z+.-]*:\/\/\S+/gi, '[address]')
    .replace(/[\w-]{24,}/g, '[…]')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line.length <= MAX_QUOTED ? line : `${line.slice(0, MAX_QUOTED).trimEnd()}…`;
}
