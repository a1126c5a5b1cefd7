import type { FastifyRequest } from 'fastify';
import { clientAddressOf, type Limit } from '../../http/rate-limit.ts';

const ofAddressAndAccount = (request: FastifyRequest) => `${clientAddressOf(request)} ${accountOf(request)}`;

/**
 * Guessing is slow, even with many accounts or from many addresses. The address comes first, so that nobody counts against accounts, or
 * makes up more of them, than an address may. A single address cannot use up an account's hourly limit, so locking a user out takes several.
 */
export const SIGN_IN_LIMITS: readonly Limit[] = [
  { max: 120, timeWindow: '1 minute', keyOf: clientAddressOf },
  { max: 10, timeWindow: '1 minute', keyOf: ofAddressAndAccount },
  { max: 50, timeWindow: '1 hour', keyOf: ofAddressAndAccount },
  { max: 100, timeWindow: '1 hour', keyOf: accountOf },
];

function accountOf({ body }: FastifyRequest): string {
  return (body as { email: string }).email.toLowerCase();
}
