import { ApiError } from '#web/lib/api.ts';

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

/** What the server said about fields: a wrong field by field, a taken e-mail address at the address. */
export function errorsOfFailure(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'email_taken' && error.said) return { email: error.said };
  return errorsOfIssues(error.issues);
}

/** What to say when no field is to blame. */
export function messageOfFailure(error: unknown): string {
  if (error instanceof ApiError) return error.said ?? error.message;
  return 'The server cannot be reached. Please check your connection and try again.';
}
