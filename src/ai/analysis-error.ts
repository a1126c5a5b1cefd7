import type { Draft } from '#domain/citations.ts';

/** What went wrong with a provider, and what goes with it. */
export type AnalysisProblem =
  /** The key is wrong, revoked or not allowed to do this. */
  | { code: 'key_rejected' }
  /** The account has no credit left. */
  | { code: 'no_credit' }
  /** Too many requests; null when the service did not say how long to wait. */
  | { code: 'rate_limited'; retryAfterMs: number | null }
  /** The service has too much to do or broke down: later it may work. */
  | { code: 'overloaded' }
  /** No answer came: wrong address, no network, or silence until the time limit. */
  | { code: 'unreachable' }
  /** Transcript and question do not fit into the model. */
  | { code: 'too_long' }
  /** The model declined to answer. */
  | { code: 'refused' }
  /** The service does not take the request: unknown model, unknown option. */
  | { code: 'not_accepted' }
  /** An answer came that is not what was asked for. */
  | { code: 'bad_answer' }
  /** The answer ended half-way; what was there until then is kept. */
  | { code: 'cut_off'; partial: Draft };

export type AnalysisErrorCode = AnalysisProblem['code'];

/** A failure of a provider. Its message and cause are for logs: they hold no key and no text of the transcript. */
export class AnalysisError extends Error {
  readonly problem: AnalysisProblem;

  constructor(problem: AnalysisProblem, cause?: ServiceFailure) {
    super(`The analysis failed: ${problem.code}`, cause && { cause });
    this.name = 'AnalysisError';
    this.problem = problem;
  }

  get code(): AnalysisErrorCode {
    return this.problem.code;
  }
}

/**
 * What may be known of a service's failure. Its own words are left out: services repeat keys and prompts in them, and the client's
 * error objects carry headers and bodies.
 */
export class ServiceFailure extends Error {
  constructor({ status, type, requestId }: { status?: unknown; type?: unknown; requestId?: unknown }) {
    const known = [
      typeof status === 'number' ? `status ${status}` : '',
      plainName(type),
      plainName(requestId),
    ].filter((part) => part !== '');
    super(known.length > 0 ? known.join(', ') : 'no answer');
    this.name = 'ServiceFailure';
  }
}

function plainName(value: unknown): string {
  return typeof value === 'string' && /^[a-z_]{1,60}$|^(?:req|chatcmpl)[\w-]{1,60}$/.test(value) ? value : '';
}
