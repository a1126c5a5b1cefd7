import { expect, it } from 'vitest';
import {
  composeReport,
  type Failure,
  type FileResult,
  judgeFlaky,
  judgeOnce,
  judgeTwice,
  type Outcome,
} from '../scripts/report.mjs';

const failure = (name: string, lines = 5): Failure => ({
  name,
  message: Array.from({ length: lines }, (_, index) => `line ${index + 1} of ${name}`),
  place: 'tests/http/a.test.ts:12',
});

const outcome = (what: Partial<Outcome>): Outcome => ({
  passed: 0,
  failures: [],
  flaky: [],
  parts: [],
  ...what,
});

const file = (what: Partial<FileResult>): FileResult => ({
  path: 'tests/http/a.test.ts',
  project: 'http',
  hasEnded: true,
  passed: 0,
  failures: [],
  ...what,
});

it('ends with what failed and where, what was flaky, the time of each part and the counts', () => {
  const tests = outcome({
    passed: 7,
    failures: [failure('tests/http/a.test.ts > keeps everything', 2)],
    flaky: [failure('tests/e2e/b.test.ts > opens', 2)],
    parts: [{ name: 'tests', seconds: 63.4, of: [{ name: 'http', seconds: 50 }] }],
  });
  const checks = outcome({ passed: 6, parts: [{ name: 'checks', seconds: 3.21 }] });
  expect(composeReport([checks, tests])).toEqual([
    'Failed:',
    '  tests/http/a.test.ts > keeps everything',
    '    line 1 of tests/http/a.test.ts > keeps everything',
    '    line 2 of tests/http/a.test.ts > keeps everything',
    '    at tests/http/a.test.ts:12',
    'flaky: tests/e2e/b.test.ts > opens: line 1 of tests/e2e/b.test.ts > opens (tests/http/a.test.ts:12)',
    'Time: checks 3.2 s, tests 63 s (http 50 s)',
    '13 passed, 1 failed',
  ]);
});

it('says nothing of failures when there are none', () => {
  expect(composeReport([outcome({ passed: 2 })])).toEqual(['2 passed, 0 failed']);
});

it.each([1, 9, 10, 30, 57, 58, 2000])(
  'fits %i failures into sixty lines, and names as many as it can',
  (count) => {
    const failures = Array.from({ length: count }, (_, index) => failure(`test ${index}`, 10));
    const flaky = Array.from({ length: count }, (_, index) => failure(`flaky ${index}`));
    const lines = composeReport([outcome({ failures, flaky, parts: [{ name: 'tests', seconds: 1 }] })]);
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.at(-1)).toBe(`0 passed, ${count} failed`);
    const text = lines.join('\n');
    expect(text).toContain('line 1 of test 0');
    const isCut = /and \d+ more failures/.test(text);
    expect(isCut).toBe(count > 40);
    if (!isCut) for (const { name } of failures) expect(text).toContain(`  ${name}`);
  },
);

it('shortens a message that is a whole page in one line', () => {
  const long = { name: 'test', message: ['x'.repeat(100_000)], place: '' };
  expect(composeReport([outcome({ failures: [long] })]).every((line) => line.length <= 300)).toBe(true);
});

it('counts a file that did not run to its end as failed, although no test in it has failed', () => {
  expect(judgeOnce(file({ hasEnded: false, passed: 3 }))).toEqual({
    passed: 3,
    failures: [
      { name: 'tests/http/a.test.ts > (the whole file)', message: ['It did not run to its end.'], place: '' },
    ],
  });
});

it('takes the second run of a file for its result, and calls flaky what failed only in the first', () => {
  const first = file({ passed: 1, failures: [failure('one'), failure('two')] });
  const second = file({ passed: 2, failures: [failure('two')] });
  const { passed, failures, flaky } = judgeTwice(first, second);
  expect(passed).toBe(2);
  expect(failures.map(({ name }) => name)).toEqual(['tests/http/a.test.ts > two']);
  expect(flaky.map(({ name }) => name)).toEqual(['tests/http/a.test.ts > one']);
});

it('keeps the failures of the first run if the second one came to nothing', () => {
  const first = file({ passed: 1, failures: [failure('one')] });
  expect(judgeTwice(first, undefined)).toMatchObject({ passed: 1, flaky: [] });
  expect(judgeTwice(first, undefined).failures).toHaveLength(1);
});

it('takes more than five files that pass only alone for a failure', () => {
  const steady = { flaky: [] };
  const flaky = { flaky: [failure('one'), failure('two')] };
  const times = (count: number) => Array.from({ length: count }, () => flaky);
  expect(judgeFlaky([...times(5), steady])).toEqual([]);
  expect(judgeFlaky([...times(6), steady])[0]?.message[0]).toMatch(/^6 files failed among others/);
});
