import { expect, it } from 'vitest';
import { runFiles } from '#tests/support/run-files.ts';

/** Test files that fail in every way: once, or whenever they run. `first()` is true in the first run only. */
const FILES = {
  'passes.test.mjs': `it('passes', () => {});`,
  'fails-always.test.mjs': `it('is wrong', () => expect([1, 2]).toEqual([1, 3]));
    it('is right', () => {});`,
  'fails-once.test.mjs': `const isFirst = first();
    it('is wrong at first', () => { if (isFirst) throw new Error('only now'); });
    it('is right', () => {});
    describe('a group', () => {
      beforeAll(() => { if (isFirst) throw new Error('not ready'); });
      it('works', () => {});
    });
    it('leaves an error behind', async () => {
      if (isFirst) Promise.reject(new Error('nobody waits'));
      await new Promise((resolve) => setImmediate(resolve));
    });`,
  'dies-once.test.mjs': `it('kills its worker at first', () => { if (first()) process.kill(process.pid, 'SIGKILL'); });`,
  'dies-always.test.mjs': `it('kills its worker', () => process.kill(process.pid, 'SIGKILL'));`,
};

it('runs every file that failed once more, alone, and its last lines tell what is flaky and what failed', async () => {
  const { code, output, lines, last } = await runFiles(FILES);
  expect(code).toBe(1);
  // One of passes, one of fails-always, four of fails-once, one of dies-once.
  expect(lines.at(-1)).toBe('7 passed, 2 failed');
  expect(lines.at(-2)).toMatch(/^Time: tests [\d.]+ s \(tried [\d.]+ s\), tried again [\d.]+ s$/);
  const report = last.slice(last.lastIndexOf('Failed:'));
  expect(report).toMatch(
    /fails-always\.test\.mjs > is wrong\n {4}expected \[ 1, 2 \] to deeply equal \[ 1, 3 \]\n[\s\S]*? {4}at \S*fails-always\.test\.mjs:\d+\n/,
  );
  expect(report).toMatch(
    /dies-always\.test\.mjs > \(outside of its tests\)\n[\s\S]*Worker exited unexpectedly/,
  );
  expect(report).toMatch(
    /flaky: fails-once\.test\.mjs > is wrong at first: only now \(\S*fails-once\.test\.mjs:\d+\)/,
  );
  expect(report).toMatch(/flaky: dies-once\.test\.mjs > /);
  expect(report).toMatch(/flaky: fails-once\.test\.mjs > \(outside of its tests\): nobody waits/);
  expect(report).toMatch(/flaky: fails-once\.test\.mjs > a group \(the whole group\): not ready/);
  expect(output).not.toContain('\u001b[');
  // A file that passed takes one line.
  expect(lines.filter((line) => line.includes('✓') && line.includes('passes'))).toHaveLength(1);
});

it('tries nothing twice outside of CI, and says why a run came to nothing', async () => {
  const { lines } = await runFiles({ 'dies-once.test.mjs': FILES['dies-once.test.mjs'] }, { CI: '' });
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
  const none = await runFiles({});
  expect(none.code).toBe(1);
  expect(none.lines.at(-1)).toBe('0 passed, 1 failed');
  expect(none.last).toMatch(/vitest ended with 1\n[\s\S]*No test files found/);
});
