import type { LightMyRequestResponse } from 'fastify';
import { type Endpoint, filledPath, type Method } from '#contract/endpoint.ts';
import type { TokenNeed } from '#contract/token-scopes.ts';
import type { Person } from './person.ts';

/**
 * The callers: the owner of the project and the transcript, the project's editor and viewer, a signed-in user without access, an
 * anonymous caller, and a visitor with the transcript's public link.
 */
export const CALLERS = ['owner', 'editor', 'viewer', 'stranger', 'anonymous', 'visitor'] as const;
export type CallerName = (typeof CALLERS)[number];

export interface Caller {
  name: CallerName;
  person: Person;
}

/** The body or headers of a call. */
export interface Sent {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  /** For bodies that are not JSON. */
  headers?: Record<string, string>;
}

/** The expected answers of one endpoint. */
export interface Row<World> {
  /** The statuses, in the order of CALLERS. */
  expected: readonly [number, number, number, number, number, number];
  /** What an access token needs for it; by default 'read' for GET and 'write' for the others. */
  needs?: TokenNeed;
  /** The status for the owner's token of another project; by default 404, or 403 where it is told that this is beyond its project. */
  elsewhere?: number;
  /** What to send besides the path parameters, which come from the world, so that the call succeeds for callers with access. */
  sent?: (world: World, caller: Caller) => Sent | Promise<Sent>;
  /** Prepares a world for the call. */
  prepare?: (world: World, caller: Caller | undefined) => Promise<unknown>;
  /** Replaces the plain call; returns the status. */
  call?: (world: World, caller: Caller, route: string) => Promise<number>;
  /** Runs after each call to restore the world. */
  after?: (world: World, caller: Caller) => Promise<unknown>;
  /** The call changes nothing in a world, so all callers share one. */
  isApart?: true;
  /** The endpoint is not implemented yet. Remove this once it is. */
  isAwaited?: true;
}

export type Table<World> = Readonly<Record<string, Row<World>>>;

/** 'GET /api/projects/:id'. */
export function nameOf({ method, path }: { method: Method; path: string }): string {
  return `${method} ${path}`;
}

/** The problems of a table: routes without a row, rows without a route, and outdated `isAwaited` marks. */
export function problemsOf(
  table: Table<never>,
  {
    endpoints,
    mounted,
  }: { endpoints: readonly Pick<Endpoint, 'method' | 'path'>[]; mounted: readonly string[] },
): string[] {
  const declared = endpoints.map(nameOf);
  const known = new Set([...declared, ...mounted]);
  return [
    ...[...known]
      .filter((name) => !table[name])
      .map((name) => `${name} has no row: say who may call it in tests/http/access-matrix.test.ts.`),
    ...Object.entries(table).flatMap(([name, { isAwaited }]) => {
      if (!mounted.includes(name) && !isAwaited) return [`${name} has a row, but nothing answers there.`];
      if (mounted.includes(name) && isAwaited)
        return [`${name} is there now: take away its mark 'isAwaited'.`];
      return [];
    }),
  ];
}

/** Parses an application's routes from Fastify's `printRoutes`; leaves out HEAD where there is GET. */
export function mountedRoutes(printed: string): string[] {
  const above: string[] = [];
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^((?:│ {3}| {4})*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, part);
    const names = methods.split(', ');
    return names
      .filter((method) => method !== 'HEAD' || !names.includes('GET'))
      .map((method) => `${method} ${above.join('')}`);
  });
}

/** Sends a call as the given person. */
export function send(
  { name, person }: Caller,
  route: string,
  { params = {}, query = {}, body, headers = {} }: Sent,
  link: { shareId: string },
): Promise<LightMyRequestResponse> {
  const [method = '', path = ''] = route.split(' ');
  return person.app.inject({
    method: method as Method,
    url: filledPath(path, params),
    query,
    headers: {
      ...person.credentials,
      ...(name === 'visitor' ? { referer: `/share/${link.shareId}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  });
}
