import { DrizzleQueryError } from 'drizzle-orm';

/** The text of the failed statement, without its parameters; undefined for other errors. */
export function failedQueryOf(error: Error): string | undefined {
  return error instanceof DrizzleQueryError ? error.query : undefined;
}
