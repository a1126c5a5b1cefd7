import { expect, it } from 'vitest';
import { paceProblem, paceText, readingLoadOf } from './reading-speed.ts';

const SHORT = readingLoadOf('Thank you for calling me.');
const lasting = (ms: number) => ({ startMs: 1000, endMs: 1000 + ms });

it('says how fast a text is to read', () => {
  expect(paceText(lasting(2500), SHORT)).toBe('2.500 s · 10 characters a second');
  expect(paceProblem(lasting(2500), SHORT)).toBeNull();
});

it('says what the check of subtitles would say', () => {
  expect(paceProblem(lasting(1200), SHORT)).toBe('1.200 s · 21 characters a second, more than 20');
  expect(paceProblem(lasting(1250), SHORT)).toBeNull();
  expect(paceProblem(lasting(7001), SHORT)).toBe('7.001 s, more than 7 s');
  expect(paceProblem(lasting(500), readingLoadOf('Yes.'))).toBe('0.500 s, less than 0.833 s');
});

it('measures a long text by the subtitles that it is cut into', () => {
  const long = readingLoadOf('We talked about the plan for the spring. '.repeat(8));
  expect(long.cues).toBeGreaterThan(3);
  expect(paceProblem(lasting(20_000), long)).toBeNull();
  expect(paceProblem(lasting(60_000), long)).toMatch(
    /^60\.000 s, \d+\.\d{3} s for each subtitle, more than 7 s$/,
  );
});

it('copes with no text and no length', () => {
  expect(paceProblem(lasting(1000), readingLoadOf(''))).toBeNull();
  expect(paceText(lasting(0), readingLoadOf(''))).toBe('0.000 s · 0 characters a second');
});
