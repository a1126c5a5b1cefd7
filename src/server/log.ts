import { type DestinationStream, type Logger, pino } from 'pino';
import { failedQueryOf } from './db/failed-query.ts';

/** The log: JSON lines, without credentials. */
export function openLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { err: (error: unknown) => (error instanceof Error ? describeError(error) : error) },
    },
    destination,
  );
}

interface DescribedError {
  type: string;
  message: string;
  stack?: string;
  code?: unknown;
  cause?: DescribedError;
}

/**
 * An error and its causes. For a failed statement only its text: the parameters include people's texts and the hashes of
 * passwords and tokens.
 */
function describeError(error: Error): DescribedError {
  const query = failedQueryOf(error);
  const message = query === undefined ? error.message : `Failed query: ${query}`;
  return {
    type: error.constructor.name,
    message,
    ...(error.stack ? { stack: error.stack.replace(error.message, () => message) } : {}),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
