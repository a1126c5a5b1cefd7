import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';
import type { Failure, FileResult, RunResult } from '../../scripts/report.mjs';

/** How many of the slowest files are listed at the end. */
const SLOWEST = 20;
/** How many lines of a message are kept. */
const MESSAGE_LINES = 5;

/**
 * Prints at the end of a run which files took longest, and writes what happened in each file to the path in
 * TAPESCRIPT_TEST_RESULT, as a RunResult, for scripts/run-tests.mjs.
 */
export default class ResultReporter implements Reporter {
  private wanted: readonly TestSpecification[] = [];
  /** When the first file of each project began and its last one ended, in milliseconds. */
  private readonly spans = new Map<string, [number, number]>();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.wanted = specifications;
  }

  onTestModuleStart({ project }: TestModule): void {
    if (!this.spans.has(project.name)) this.spans.set(project.name, [Date.now(), Date.now()]);
  }

  onTestModuleEnd({ project }: TestModule): void {
    const [began = Date.now()] = this.spans.get(project.name) ?? [];
    this.spans.set(project.name, [began, Date.now()]);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly TestError[]): void {
    tellSlowest(modules);
    const path = process.env.TAPESCRIPT_TEST_RESULT;
    if (!path) return;
    const files = this.wanted.map((wanted) => resultOf(wanted, modules));
    const spans = [...this.spans].map(([name, [began, ended]]) => [name, (ended - began) / 1000]);
    const result: RunResult = { files, strays: [], spans: Object.fromEntries(spans) };
    for (const error of unhandledErrors) assign(error, result);
    writeFileSync(path, JSON.stringify(result));
  }
}

function resultOf({ moduleId, project }: TestSpecification, modules: readonly TestModule[]): FileResult {
  const module = modules.find((each) => each.moduleId === moduleId && each.project.name === project.name);
  const result: FileResult = {
    path: relative(project.vitest.config.root, moduleId),
    project: project.name,
    hasEnded: false,
    passed: 0,
    failures: [],
  };
  if (!module) return result;
  result.hasEnded = ['passed', 'failed', 'skipped'].includes(module.state());
  const fail = (name: string, errors: readonly TestError[]) => {
    if (errors.length > 0) result.failures.push(failureOf(name, errors));
  };
  fail('(the whole file)', module.errors());
  for (const suite of module.children.allSuites())
    fail(`${suite.fullName} (the whole group)`, suite.errors());
  for (const test of module.children.allTests()) count(test, result);
  return result;
}

function count(test: TestCase, result: FileResult): void {
  const { state, errors = [] } = test.result();
  if (state === 'passed') result.passed += 1;
  // Failed in a hook of its group: reported there.
  if (state === 'failed' && (errors.length > 0 || !failedAbove(test)))
    result.failures.push(failureOf(test.fullName, errors));
}

function failedAbove({ parent }: TestCase | TestSuite): boolean {
  return parent.errors().length > 0 || (parent.type === 'suite' && failedAbove(parent));
}

/** Adds an error outside of tests to the file that was running, if that is known. */
function assign(error: TestError, { files, strays }: RunResult): void {
  const failure = failureOf('(outside of its tests)', [error]);
  const texts = [error.VITEST_TEST_PATH, error.message, causeOf(error)?.message].map(String);
  const running = files.filter(({ path }) => texts.some((text) => text.includes(path)));
  const file = running.at(0);
  if (file) file.failures.push(failure);
  else strays.push({ ...failure, name: 'outside of all tests' });
}

function causeOf({ cause }: TestError): TestError | undefined {
  return typeof cause === 'object' && cause !== null ? (cause as TestError) : undefined;
}

function failureOf(name: string, errors: readonly TestError[]): Failure {
  const [first] = errors;
  if (!first) return { name, message: ['It failed without a message.'], place: '' };
  const rest = errors.length > 1 ? [`(and ${errors.length - 1} more)`] : [];
  return { name, message: [...linesOf(first), ...rest], place: placeOf(first) };
}

/** The beginning of a message; where that is short, what differs from what was expected, and the cause. */
function linesOf(error: TestError): string[] {
  const message = plain(error.message);
  // The first lines of a diff are its legend.
  const diff = plain(error.diff ?? '').filter((line) => /^\s*[-+] (?!Expected|Received)/.test(line));
  const cause = plain(causeOf(error)?.message ?? '');
  return [...message, ...diff, ...cause].slice(0, MESSAGE_LINES);
}

function plain(text: string): string[] {
  return stripVTControlCharacters(String(text))
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** The line of ours that failed, as 'FILE:LINE'. */
function placeOf({ stacks = [] }: TestError): string {
  const stack = stacks.find(({ file }) => !/node_modules|^node:/.test(file));
  return stack ? `${relative(process.cwd(), stack.file)}:${stack.line}` : '';
}

function tellSlowest(modules: readonly TestModule[]): void {
  const times = modules.map((module) => ({
    path: relative(process.cwd(), module.moduleId),
    seconds: module.diagnostic().duration / 1000,
  }));
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  if (slowest.length < 2) return;
  say(`The ${slowest.length} files that took longest:`);
  for (const { path, seconds } of slowest) say(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
