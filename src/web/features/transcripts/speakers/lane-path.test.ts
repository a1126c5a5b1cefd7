import { expect, it } from 'vitest';
import { lanePath } from './lane-path.ts';

it('draws each stretch of time as a rectangle', () => {
  const stretches = [
    { start: 10, end: 20.5 },
    { start: 30, end: 40 },
  ];
  expect(lanePath(stretches, 600)).toBe('M10 0H20.5v1H10zM30 0H40v1H30z');
  expect(lanePath([], 600)).toBe('');
});

it('draws what is too short to be seen as wide as can be seen', () => {
  expect(lanePath([{ start: 10, end: 10.1 }], 600)).toBe('M10 0H11v1H10z');
});

it('draws what would lie over each other once, however much there is', () => {
  const stretches = Array.from({ length: 4500 }, (_, at) => ({ start: 8 * at, end: 8 * at + 4 }));
  expect(lanePath(stretches, 36_000)).toBe('M0 0H36052v1H0z');
  const far = [
    { start: 0, end: 100 },
    { start: 50, end: 60 },
    { start: 200, end: 300 },
  ];
  expect(lanePath(far, 36_000)).toBe('M0 0H110v1H0zM200 0H300v1H200z');
});
