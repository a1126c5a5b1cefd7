import type { Draft } from '#domain/citations.ts';

/** What went wrong with a provider, with its details. */
export type AnalysisProblem =
  /** The key is wrong, revoked or not allowed to do this. */
  | { code: 'key_rejected' }
  /** The account has no credit left. */
  | { code: 'no_credit' }
  /** Too many requests; null if the service did not say how long to wait. */
  | { code: 'rate_limited'; retryAfterMs: number | null }
  /** The service is overloaded or broken: it may work later. */
  | { code: 'overloaded' }
  /** There was no response: wrong address, no network, or silence until the time limit. */
  | { code: 'unreachable' }
  /** Transcript and question do not fit into the model's context window. */
  | { code: 'too_long' }
  /** The model declined to answer. */
  | { code: 'refused' }
  /** The service rejects the request: unknown model, unknown option. */
  | { code: 'not_accepted' }
  /** The response is not in the expected form. */
  | { code: 'bad_answer' }
  /** The answer ended halfway; what had arrived is kept. */
  | { code: 'cut_off'; partial: Draft };

export type AnalysisErrorCode = AnalysisProblem['code'];

/** A failure of a provider. Its message and cause are for logs: they contain no key and no text of the transcript. */
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
 * What may be known of a service's failure. Its own message is omitted: services quote keys and prompts in them, and the client's
 * error objects contain headers and bodies.
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
