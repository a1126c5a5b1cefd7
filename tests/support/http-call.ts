import { type Endpoint, filledPath, type InputOf } from '#contract/endpoint.ts';

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The path with query and the `fetch` options of a call, as a browser makes it. */
export function requestOf<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  cookie: string,
): { path: string; init: RequestInit } {
  const { params = {}, query = {}, body } = input as Parts;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return {
    path: `${filledPath(endpoint.path, params)}?${search}`,
    init: {
      method: endpoint.method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}
