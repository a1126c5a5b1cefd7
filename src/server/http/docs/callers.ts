import type { Endpoint, EndpointCaller } from '#contract/endpoint.ts';
import type { TokenGate } from '../../auth/actor.ts';

/** The ways to say who calls, as OpenAPI names them. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tapescript_session',
    description: 'Who is signed in to the website. Over HTTPS the cookie is __Host-tapescript_session.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token (tps_...), made in Settings. The names with an operation are the scopes that it needs.',
  },
} as const;

const CALLERS: Record<EndpointCaller, string> = {
  anyone: 'anyone',
  link: 'anyone holding the link',
  'signed-in': 'people who are signed in',
};

/** Who may call an endpoint, for OpenAPI. */
export function securityOf({ caller, scope = 'none', withinProject }: Endpoint) {
  if (caller !== 'signed-in') return { security: [] };
  return {
    security: scope === 'none' ? [{ session: [] }] : [{ session: [] }, { token: [scope] }],
    description: `${tokenText({ scope, ...(withinProject ? { withinProject } : {}) })}.`,
  };
}

/** Who may call an endpoint, in words. */
export function callerText({
  caller,
  ...gate
}: Pick<Endpoint, 'caller' | 'scope' | 'withinProject'>): string {
  const people = `For ${CALLERS[caller]}`;
  return caller === 'signed-in' ? `${people}. ${tokenText(gate)}` : people;
}

/** What an access token needs, in words. */
export function tokenText({ scope = 'none', withinProject }: TokenGate): string {
  if (scope === 'none') return 'No access token may call it';
  return `Access tokens need the scope ${scope}${withinProject ? '' : ', and must not be for one project only'}`;
}
