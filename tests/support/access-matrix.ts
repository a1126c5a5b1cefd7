import type { LightMyRequestResponse } from 'fastify';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import type { Person } from './person.ts';

/**
 * Who calls: the owner of project and transcript, the project's editor and its viewer, somebody signed in who has nothing to do with it,
 * nobody in particular, and who holds the transcript's public link.
 */
export const CALLERS = ['owner', 'editor', 'viewer', 'stranger', 'anonymous', 'visitor'] as const;
export type CallerName = (typeof CALLERS)[number];

export interface Caller {
  name: CallerName;
  person: Person;
}

/** What a call is sent. */
export interface Sent {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  /** Of what is not JSON. */
  headers?: Record<string, string>;
}

/** What one endpoint answers to each caller. */
export interface Row<World> {
  /** Statuses, in the order of CALLERS. */
  expected: readonly [number, number, number, number, number, number];
  /** What is sent beside the parts of the path that the world knows: such that it succeeds for who may. */
  sent?: (world: World, caller: Caller) => Sent | Promise<Sent>;
  /** Makes of a world what the call needs. */
  prepare?: (world: World, caller: Caller | undefined) => Promise<unknown>;
  /** In place of a plain call; answers the status. */
  call?: (world: World, caller: Caller) => Promise<number>;
  /** After each call, to go on as before. */
  after?: (world: World, caller: Caller) => Promise<unknown>;
  /** It touches nothing of a world, whoever calls: the same one serves all. */
  isApart?: true;
  /** The server of it is not there yet. Take this away when it is. */
  isAwaited?: true;
}

export type Table<World> = Readonly<Record<string, Row<World>>>;

/** 'GET /api/projects/:id'. */
export function nameOf({ method, path }: { method: Method; path: string }): string {
  return `${method} ${path}`;
}

/** What is wrong with a table: routes without a row, rows without a route, and marks that are no longer true. */
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

/** The routes that an application answers, from what Fastify prints of them; without HEAD where there is GET. */
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

/** Sends a call as a caller does. */
export function send(
  { name, person }: Caller,
  route: string,
  { params = {}, query = {}, body, headers = {} }: Sent,
  link: { shareId: string },
): Promise<LightMyRequestResponse> {
  const [method = '', path = ''] = route.split(' ');
  return person.app.inject({
    method: method as Method,
    url: path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params[part]))),
    query,
    headers: {
      ...(person.cookie ? { cookie: person.cookie } : {}),
      ...(name === 'visitor' ? { referer: `/share/${link.shareId}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  });
}
