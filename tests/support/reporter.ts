import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** How many of the slowest files are listed at the end. */
const SLOWEST = 20;

/**
 * Prints at the end of a run which tests passed only on a retry, and which files took longest. Writes the counts to the file that
 * scripts/run-tests.mjs names. A test that passed on a retry counts as passed.
 */
export default class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    tellFlaky(modules);
    tellSlowest(modules);
    const path = process.env.TAPESCRIPT_TEST_RESULT;
    if (!path) return;
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') counts[state] += 1;
      }
    }
    writeFileSync(path, JSON.stringify(counts));
  }
}

function tellFlaky(modules: readonly TestModule[]): void {
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      if (!test.diagnostic()?.flaky) continue;
      say(`flaky: ${pathOf(module)} > ${test.fullName}`);
      for (const error of test.result().errors ?? []) say(`  ${placeOf(error)}${error.message}`);
    }
  }
}

/** The line of ours that failed, as 'FILE:LINE: '. */
function placeOf({ stacks = [] }: TestError): string {
  const stack = stacks.find(({ file }) => !file.includes('node_modules'));
  return stack ? `${relative(process.cwd(), stack.file)}:${stack.line}: ` : '';
}

function tellSlowest(modules: readonly TestModule[]): void {
  const times = modules.map((module) => ({
    path: pathOf(module),
    seconds: module.diagnostic().duration / 1000,
  }));
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  if (slowest.length < 2) return;
  say(`The ${slowest.length} files that took longest:`);
  for (const { path, seconds } of slowest) say(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

function pathOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
