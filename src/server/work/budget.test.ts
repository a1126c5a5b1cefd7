import { expect, it } from 'vitest';
import { createBudget } from './budget.ts';

function budget(keys = 10) {
  let ms = 0;
  const made = createBudget({ maxMs: 1000, perSecondMs: 100, keys }, () => ms);
  const pass = (seconds: number) => {
    ms += seconds * 1000;
  };
  return { ...made, pass };
}

it('rejects a caller who has overspent, and says when to retry', () => {
  const { check, consume, pass } = budget();
  check('a');
  consume('a', 1500);
  expect(() => check('a')).toThrow(
    expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 5 }),
  );
  check('b');
  pass(4);
  expect(() => check('a')).toThrow();
  pass(2);
  check('a');
});

it('never accumulates more than the initial amount', () => {
  const { check, consume, pass } = budget();
  consume('a', 900);
  pass(3600);
  consume('a', 1001);
  expect(() => check('a')).toThrow();
});

it('remembers a limited number of callers', () => {
  const { check, consume } = budget(2);
  for (const key of ['a', 'b', 'c']) consume(key, 2000);
  check('a');
  expect(() => check('b')).toThrow();
});
