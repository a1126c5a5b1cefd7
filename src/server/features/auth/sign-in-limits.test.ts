import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countRequests } from '../../http/rate-limit.ts';
import { RateLimitStore } from '../../http/rate-limit-store.ts';
import { SIGN_IN_LIMITS } from './sign-in-limits.ts';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const MANY = 100_000;

/** Counts tries to sign in by a clock that stands still unless it is moved. */
async function limiter() {
  let nowMs = 1000;
  class Clocked extends RateLimitStore {
    constructor() {
      super({ now: () => nowMs });
    }
  }
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(rateLimit, { global: false, store: Clocked });
  const count = countRequests(app, SIGN_IN_LIMITS);
  /** Whether a try may go on. */
  const tries = async (ip: string, account: string) => {
    const request = { ip, body: { email: `${account}@example.test` }, routeOptions: { config: {} } };
    return count(request as unknown as FastifyRequest).then(
      () => true,
      () => false,
    );
  };
  const triesTimes = async (times: number, ip: string, account: string) => {
    let allowed = 0;
    for (let at = 0; at < times; at += 1) allowed += Number(await tries(ip, account));
    return allowed;
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { tries, triesTimes, pass };
}

const addressOf = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;

describe('tries to sign in', () => {
  it('are remembered for an account while 100,000 addresses try as many others, which are not refused', async () => {
    const { tries, triesTimes, pass } = await limiter();
    for (let at = 0; at < 10; at += 1) expect(await triesTimes(10, `203.0.113.${at}`, 'ann')).toBe(10);
    expect(await tries('203.0.113.99', 'ann')).toBe(false);
    let refused = 0;
    for (let at = 0; at < MANY; at += 1) refused += Number(!(await tries(addressOf(at), `made-up-${at}`)));
    expect(refused).toBe(0);
    expect(await tries('203.0.113.98', 'ann')).toBe(false);
    expect(await tries('203.0.113.0', 'bob')).toBe(true);
    pass(HOUR_MS);
    expect(await tries('203.0.113.98', 'ann')).toBe(true);
  });

  it('of one address cannot lock an account out, whatever else it makes up', async () => {
    const { tries, triesTimes, pass } = await limiter();
    let ofAnn = 0;
    for (let minute = 0; minute < 59; minute += 1) {
      for (let at = 0; at < 200; at += 1) await tries('203.0.113.1', `made-up-${minute}-${at}`);
      pass(MINUTE_MS / 2);
      ofAnn += await triesTimes(20, '203.0.113.1', 'ann');
      pass(MINUTE_MS / 2);
      ofAnn += await triesTimes(20, '203.0.113.1', 'ann');
    }
    expect(ofAnn).toBe(50);
    expect(await tries('203.0.113.2', 'ann')).toBe(true);
  });

  it('count for the address before they count for accounts', async () => {
    const { tries, triesTimes } = await limiter();
    for (let at = 0; at < 120; at += 1) expect(await tries('203.0.113.1', `account-${at}`)).toBe(true);
    expect(await triesTimes(100, '203.0.113.1', 'ann')).toBe(0);
    for (let at = 2; at < 12; at += 1) expect(await triesTimes(10, `203.0.113.${at}`, 'ann')).toBe(10);
  });
});
