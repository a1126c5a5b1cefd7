import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from './api.ts';

/** The error message of each field, by name. */
export type FieldErrors = Partial<Record<string, string>>;

/** The first error of each field. */
export function errorsOfIssues(
  issues: readonly { path: string | readonly PropertyKey[]; message: string }[],
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = typeof path === 'string' ? path.split(/[./]/).at(-1) : path.at(-1)?.toString();
    if (field) errors[field] ??= message;
  }
  return errors;
}

/** The field that an error code is about. */
const FIELD_OF: Partial<Record<string, string>> = {
  email_taken: 'email',
  speech_server_address_refused: 'address',
  wrong_password: 'currentPassword',
} satisfies Partial<Record<ErrorCode, string>>;

/** The server's messages by field; that an email address is taken belongs to its field. */
export function errorsOfFailure(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const field = error.code && FIELD_OF[error.code];
  return field && error.userMessage ? { [field]: error.userMessage } : errorsOfIssues(error.issues);
}

/** The message for a failure that no field has caused. */
export function messageOfFailure(error: unknown): string {
  if (error instanceof ApiError) return error.userMessage ?? error.message;
  return 'The server cannot be reached. Please check your connection and try again.';
}
