import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import ipaddr from 'ipaddr.js';
import { AppError } from '../app-error.ts';
import { userOf } from '../auth/actor.ts';

/** Bytes of an IPv6 address that identify a network: its user can choose the rest. */
const NETWORK_BYTES = 8;

/** For calls that make the server query others: a number per minute and user. */
export function perPerson(callsAMinute: number): RouteShorthandOptions {
  return {
    config: {
      takesNoTurn: true,
      rateLimit: {
        max: callsAMinute,
        timeWindow: '1 minute',
        // Only then is the user known.
        hook: 'preHandler',
        keyGenerator: callerKeyOf,
      },
    },
  };
}

export interface Limit {
  /** Per key within the time window; more are refused. */
  max: number;
  timeWindow: '1 minute' | '1 hour';
  keyOf: (request: FastifyRequest) => string;
}

/**
 * Counts requests on this node against several limits in order: a request refused by one limit does not count against the
 * following ones. The function throws 'too_many_requests'.
 */
export function countRequests(
  app: FastifyInstance,
  limits: readonly Limit[],
): (request: FastifyRequest) => Promise<void> {
  let counters: ReturnType<typeof app.createRateLimit>[] | undefined;
  return async (request) => {
    // The plugin is registered by the time of the first request.
    counters ??= limits.map(({ max, timeWindow, keyOf }) =>
      app.createRateLimit({ max, timeWindow, keyGenerator: keyOf }),
    );
    for (const count of counters) {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw new AppError('too_many_requests');
    }
  };
}

/** Who makes a request, for counting: a user, or a visitor by link and address. */
export function callerKeyOf(request: FastifyRequest): string {
  const { actor } = request;
  const user = userOf(request);
  if (user) return `person ${user.id}`;
  const link = actor.via === 'link' ? `${actor.shareId} ` : '';
  return `visitor ${link}${clientAddressOf(request)}`;
}

/** The origin of a request, for counting: an IPv4 address, or the network of an IPv6 one. */
export function clientAddressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toByteArray().slice(0, NETWORK_BYTES).join('.');
}
