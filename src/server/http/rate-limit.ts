import type { RouteShorthandOptions } from 'fastify';

/** For calls that make the server ask others: so many a minute for each person. */
export function perPerson(callsAMinute: number): RouteShorthandOptions {
  return {
    config: {
      rateLimit: {
        max: callsAMinute,
        timeWindow: '1 minute',
        // Only then is it known who asks.
        hook: 'preHandler',
        keyGenerator: (request) => `person ${request.actor?.id ?? request.ip}`,
      },
    },
  };
}
