import { ERRORS, type ErrorCode } from '#contract/errors.ts';

/** A failure with a code of the contract's table: what people are told and with which HTTP status. In a job it is final. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: { path: string; message: string }[] | undefined;

  constructor(
    code: ErrorCode,
    options: { cause?: unknown; issues?: { path: string; message: string }[] } = {},
  ) {
    super(ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.issues = options.issues;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
