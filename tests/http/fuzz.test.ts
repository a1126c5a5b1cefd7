import { expect, it } from 'vitest';
import { playRound } from '#tests/support/fuzz/round.ts';

// npm run test:fuzz sets these; without them the same few requests are sent each time.
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
/** Only routes whose names hold this. */
const ROUTE = process.env.FUZZ_ROUTE ?? '';
/** Of each attacker to each route in one round; tests/slow/fuzz.test.ts sends more than npm test. */
const REQUESTS = SECONDS > 0 ? 12 : 1;
const MINUTE_MS = 60_000;

it(
  'answers whatever anybody sends to any route: without a failure, in time, telling and changing nothing of others',
  async () => {
    const until = Date.now() + SECONDS * 1000;
    for (let seed = SEED; seed === SEED || Date.now() < until; seed += 1) {
      expect(await playRound(seed, { requests: REQUESTS, only: ROUTE }), `seed ${seed}`).toEqual([]);
    }
  },
  SECONDS * 1000 + 5 * MINUTE_MS,
);
