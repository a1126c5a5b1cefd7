import type { Became, ChangedBy } from '#contract/edit-conflicts.ts';
import { type Endpoint, filledPath, type InputOf, type OutputOf } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { isLeavingPage } from './leaving.ts';

/** The input that a call to any endpoint may have. */
interface CallInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A response that is not a success. The message is '{status}: {body}'; `userMessage` is the server's message for users. */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly code: string | null;
  readonly userMessage: string | null;
  readonly issues: readonly { path: string; message: string }[];
  /** With 'edit_conflict': the current segment; null if it no longer exists. */
  readonly current: TimestampedSegment | null;
  /** With 'edit_conflict': who changed the segment last; null if unknown. */
  readonly changedBy: ChangedBy | null;
  /** With 'edit_conflict': what has become of the segment; null if unknown. */
  readonly became: Became | null;
  /** With 'article_paywall': true. */
  readonly paywallDetected: boolean;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const parsed = parseBody(body);
    this.status = status;
    this.statusText = statusText;
    this.code = parsed?.code ?? null;
    this.userMessage = parsed?.message ?? null;
    this.issues = parsed?.issues ?? [];
    this.current = parsed?.current ?? null;
    this.changedBy = parsed?.changedBy ?? null;
    this.became = parsed?.became ?? null;
    this.paywallDetected = parsed?.paywallDetected === true;
  }
}

type InputWithSignal<E> = InputOf<E> & { signal?: AbortSignal };

/** Calls an endpoint and returns its response, which is not validated here because the server follows the same contract. Throws ApiError. */
export function call<E extends Endpoint>(endpoint: E, input: InputWithSignal<E>): Promise<OutputOf<E>> {
  return callAt<E>(endpoint, input);
}

/** Like `call`, for an endpoint given only by method and path. */
export async function callAt<E extends Endpoint>(
  endpoint: Pick<E, 'method' | 'path'>,
  input: InputWithSignal<E>,
): Promise<OutputOf<E>> {
  const response = await send<E>(endpoint, input, 'application/json');
  return (await response.json()) as OutputOf<E>;
}

/** Like `callAt`, but returns the Response, so that the body can be read as it arrives. */
export async function send<E extends Endpoint>(
  endpoint: Pick<E, 'method' | 'path'>,
  input: InputWithSignal<E>,
  accept: string,
): Promise<Response> {
  // The typed input has one of these shapes, but the compiler cannot see that through the conditional type.
  const { params, query, body } = input as CallInput;
  const response = await fetch(urlOf(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'include',
    keepalive: isLeavingPage(),
    headers: { accept, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(input.signal ? { signal: input.signal } : {}),
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

/** Whether an error means that nobody is signed in. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The address of a call, with path parameters filled in and absent query values omitted. */
export function urlOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = filledPath(path, params);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function parseBody(body: string): ErrorBody | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return isErrorBody(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

// Without zod, so that the landing page does not have to load it.
function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null) return false;
  const { message, code, issues } = value as Partial<Record<keyof ErrorBody, unknown>>;
  if (typeof message !== 'string' || typeof code !== 'string') return false;
  return issues === undefined || (Array.isArray(issues) && issues.every(isIssue));
}

function isIssue(value: unknown): boolean {
  const { path, message } = (value ?? {}) as { path?: unknown; message?: unknown };
  return typeof path === 'string' && typeof message === 'string';
}
