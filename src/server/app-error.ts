import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { tooLargeText } from '#contract/upload-limits.ts';

/**
 * A failure with a code from the contract's table, which gives its HTTP status and its message, unless more is known (`message`). In a job
 * it is final.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What the response body carries besides the code and the message. */
  readonly details: Omit<ErrorBody, 'code' | 'message'>;

  /** When to retry; undefined if unknown. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    {
      cause,
      retryAfterSeconds,
      message = ERRORS[code].message,
      ...details
    }: { cause?: unknown; retryAfterSeconds?: number; message?: string } & Pick<
      ErrorBody,
      'issues' | 'current' | 'changedBy' | 'became'
    > = {},
  ) {
    super(message, { cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    // Set however the paywall was detected: the screen then offers another way.
    this.details = code === 'article_paywall' ? { ...details, paywallDetected: true } : details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The error for more bytes than these, which names the limit. */
export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('file_too_large', { message: tooLargeText(maxBytes) });
}

/** The message of a stored error code; a newer version may have stored one that this version does not know, which gets that of `unknown`. */
export function messageOfStored(code: string, unknown: ErrorCode): string {
  return (code in ERRORS ? ERRORS[code as ErrorCode] : ERRORS[unknown]).message;
}
