import type { z } from 'zod';
import type { TokenNeed } from './token-scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint: anyone, who has a public link (its path names `:shareId`), or people who are signed in. What they may see
 * is decided by the server's access modules.
 */
export type EndpointCaller = 'anyone' | 'link' | 'signed-in';

/** One call of the HTTP interface as data: the server mounts it, the browser calls it, OpenAPI and tests list it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Caller extends EndpointCaller = EndpointCaller,
> {
  method: Method;
  /** Path with `:name` parts, from the site's root ('/api/transcripts/:id'). */
  path: string;
  summary: string;
  /** The server refuses all others before it looks at what they send. */
  caller: Caller;
  /** What an access token needs for it. Every endpoint for people who are signed in says so. */
  scope?: TokenNeed;
  /**
   * An access token of one project may call it: what it is about is named by its path or body, and the access modules check that it is
   * in the project.
   */
  withinProject?: true;
  /** Success status; 200 when absent. */
  status?: 201;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
}

type ScopeFor<Caller> = Caller extends 'signed-in' ? { scope: TokenNeed } : { scope?: never };

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodType,
  Caller extends EndpointCaller = EndpointCaller,
>(
  definition: Endpoint<Params, Query, Body, Response, Caller> & ScopeFor<Caller>,
): Endpoint<Params, Query, Body, Response, Caller> & ScopeFor<Caller> {
  return definition;
}

/** An endpoint's path with its parameters filled in, encoded. */
export function filledPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** What a caller passes: parameters, query and body before defaults and coercion. */
export type InputOf<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', z.input<Params>> & Part<'query', z.input<Query>> & Part<'body', z.input<Body>>
    : never;

/** What a caller gets back. */
export type OutputOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Response> ? z.output<Response> : never;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };
