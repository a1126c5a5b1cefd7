import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from './api.ts';

/** What is wrong with each field, by its name. */
export type FieldErrors = Partial<Record<string, string>>;

/** The first problem of each field. */
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

/** The field that a refusal is about. */
const FIELD_OF: Partial<Record<string, string>> = {
  email_taken: 'email',
  wrong_password: 'currentPassword',
} satisfies Partial<Record<ErrorCode, string>>;

/** What the server said about fields: a wrong field by field, a taken e-mail address at the address. */
export function errorsOfFailure(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const field = error.code && FIELD_OF[error.code];
  return field && error.said ? { [field]: error.said } : errorsOfIssues(error.issues);
}

/** What to say when no field is to blame. */
export function messageOfFailure(error: unknown): string {
  if (error instanceof ApiError) return error.said ?? error.message;
  return 'The server cannot be reached. Please check your connection and try again.';
}
