import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts';

/** A failure with a code of the contract's table: what people are told and with which HTTP status. In a job it is final. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What the answer says besides the code and the message. */
  readonly details: Pick<ErrorBody, 'issues' | 'current'>;

  constructor(
    code: ErrorCode,
    { cause, ...details }: { cause?: unknown } & Pick<ErrorBody, 'issues' | 'current'> = {},
  ) {
    super(ERRORS[code].message, { cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
