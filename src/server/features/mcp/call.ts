import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, filledPath, type InputOf, type OutputOf } from '#contract/endpoint.ts';
import { INNER_CALL } from '../../auth/inner-call.ts';

/** Calls an endpoint as the person whose token an assistant has. Rejects with CallRefused. */
export type Call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>;

/** What an endpoint answered that is no success, in its own words. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { message, code }: { message: string; code: string }) {
    super(message);
    this.name = 'CallRefused';
    this.status = status;
    this.code = code;
  }
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Calls the endpoints of this application from within it, with the token of a request: an assistant's call is checked, limited, queued and
 * answered as any other. Ends with `signal`.
 */
export function callsOf(
  app: FastifyInstance,
  { headers: { authorization, host, 'user-agent': userAgent }, ip }: FastifyRequest,
  signal: AbortSignal,
): Call {
  const headers = {
    ...INNER_CALL,
    ...(authorization === undefined ? {} : { authorization }),
    ...(host === undefined ? {} : { host }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  };
  return async (endpoint, input) => {
    const { params = {}, query = {}, body } = input as Parts;
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const response = await app.inject({
      method: endpoint.method,
      url: filledPath(endpoint.path, params),
      query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      headers,
      remoteAddress: ip,
      signal,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const answer = response.json();
    if (response.statusCode !== (endpoint.status ?? 200)) throw new CallRefused(response.statusCode, answer);
    return answer;
  };
}
