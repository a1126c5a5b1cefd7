import { expect, it } from 'vitest';
import { playRound } from '#tests/support/fuzz/round.ts';

it('answers more of what anybody sends to any route: without a failure, in time, telling and changing nothing of others', async () => {
  expect(await playRound(1, { requests: 4 })).toEqual([]);
});
