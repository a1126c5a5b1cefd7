import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts';

/** A failure with a code of the contract's table: what people are told and with which HTTP status. In a job it is final. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What the answer says besides the code and the message. */
  readonly details: Omit<ErrorBody, 'code' | 'message'>;

  /** When to ask again; undefined where nobody knows. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    {
      cause,
      retryAfterSeconds,
      ...details
    }: { cause?: unknown; retryAfterSeconds?: number } & Pick<
      ErrorBody,
      'issues' | 'current' | 'changedBy'
    > = {},
  ) {
    super(ERRORS[code].message, { cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    // Whatever finds it: the screen offers another way.
    this.details = code === 'article_paywall' ? { ...details, paywallDetected: true } : details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
