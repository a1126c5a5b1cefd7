import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { isDatabaseBusy, isOutage } from '../db/outage.ts';
import { isDiskFull } from '../disk-full.ts';
import { StoreError } from '../storage/store.ts';
import { CallerLeft } from '../work/caller.ts';

/** The status that other servers log in this case; nobody receives it. */
const CLIENT_CLOSED_REQUEST = 499;
/** When to retry after a short outage. */
const RETRY_SECONDS = 5;

/**
 * Answers every failure as `{message, code}` with the status from the contract's table; unknown errors are logged, never shown.
 */
export function setErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Nobody is left to respond to, and nothing went wrong.
    if (error instanceof CallerLeft) return reply.code(CLIENT_CLOSED_REQUEST).send();
    const known = asAppError(error);
    if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'request failed');
    if (SUSPICIOUS.has(known.code)) noteRefusal(request, known.code);
    return sendError(reply, known);
  });
}

/** Errors that people cause by mistake now and then, and attackers all the time. */
const SUSPICIOUS: ReadonlySet<ErrorCode> = new Set([
  'wrong_credentials',
  'too_many_requests',
  'foreign_origin',
]);

/** For people watching the log: the origin of the request, and nothing that was sent. */
function noteRefusal({ log, ip: address, method, routeOptions }: FastifyRequest, code: ErrorCode): void {
  log.warn({ code, address, method, route: routeOptions.url }, 'refused');
}

/** Sends an error as JSON, with Retry-After if it is temporary. The first issue's message replaces the general one. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const message = error.details.issues?.[0]?.message ?? error.message;
  const body: ErrorBody = { message, code: error.code, ...error.details };
  const retryAfter = error.retryAfterSeconds ?? (error.status === 503 ? RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(error.status).type('application/json').send(body);
}

function asAppError(error: FastifyError | AppError | StoreError): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: message ?? ERRORS.invalid_input.message,
    }));
    // A malformed path parameter names nothing, so the response is "not found" whatever is wrong with it.
    return error.validationContext === 'params'
      ? new AppError('not_found', { cause: error })
      : new AppError('invalid_input', { cause: error, issues });
  }
  if (isDiskFull(error)) return new AppError('storage_full', { cause: error });
  if (error instanceof StoreError) return new AppError('storage_unavailable', { cause: error });
  if (isUnstorable(error)) return new AppError('invalid_input', { cause: error });
  if (error.statusCode === undefined && isDatabaseBusy(error)) return new AppError('busy', { cause: error });
  if (error.statusCode === undefined && isOutage(error)) return new AppError('unavailable', { cause: error });
  return new AppError(codeByStatus(error.statusCode), { cause: error });
}

/** PostgreSQL's codes for texts and numbers that it cannot store: a NUL character in text or JSON, a number out of range. */
const UNSTORABLE: ReadonlySet<unknown> = new Set(['22021', '22P05', '22003']);

function isUnstorable({ cause }: Error): boolean {
  return cause instanceof Error && 'code' in cause && UNSTORABLE.has(cause.code);
}

function codeByStatus(status: number | undefined): ErrorCode {
  if (status === 404) return 'not_found';
  if (status === 413) return 'too_large';
  if (status === 429) return 'too_many_requests';
  if (status !== undefined && status >= 400 && status < 500) return 'invalid_input';
  return 'internal';
}

/** Unknown addresses under /api get JSON, never the application's page. */
export function isApiPath(request: FastifyRequest): boolean {
  return /^\/(api|media)(\/|$|\?)/.test(request.url);
}
