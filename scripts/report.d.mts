/** Something that failed: a test, a whole file, an error outside of tests, or a check. */
export interface Failure {
  /** What failed, as 'FILE > NAME' where it is printed. */
  name: string;
  /** The first lines of its message. */
  message: string[];
  /** The line of ours it came from, as 'FILE:LINE', or ''. */
  place: string;
}

/** What happened in one test file. */
export interface FileResult {
  /** Relative to the project's folder. */
  path: string;
  project: string;
  /** Whether it ran to its end, which it does not if its worker dies. */
  hasEnded: boolean;
  passed: number;
  /** Their names do not contain the file's. */
  failures: Failure[];
}

/** What the reporter (tests/support/reporter.ts) writes about a run of vitest. */
export interface RunResult {
  files: FileResult[];
  /** Errors that belong to no file. */
  strays: Failure[];
  /** Seconds from the beginning of each project's first file to the end of its last. */
  spans: Record<string, number>;
}

/** What a part of npm test came to. */
export interface Outcome {
  passed: number;
  failures: Failure[];
  /** What failed at first and passed when its file ran again alone. It is counted in `passed`. */
  flaky: Failure[];
  /** What took how long. */
  parts: Part[];
}

export interface Part {
  name: string;
  seconds: number;
  /** What it consisted of; this may overlap. */
  of?: Part[];
}

/** The failure that there is if more than five of these files have passed only alone. */
export function judgeFlaky(files: readonly Pick<Outcome, 'flaky'>[]): Failure[];
/** Sums up several parts. */
export function add(outcomes: readonly Outcome[]): Outcome;
/** The last lines of a run, at most `limit` of them; the very last is 'N passed, N failed'. */
export function composeReport(outcomes: readonly Outcome[], limit?: number): string[];
/** Combines the first run of a file with its second one, alone. */
export function judgeTwice(
  first: FileResult,
  second: FileResult | undefined,
): Pick<Outcome, 'passed' | 'failures' | 'flaky'>;
/** The outcome of a file that ran once. */
export function judgeOnce(file: FileResult): Pick<Outcome, 'passed' | 'failures'>;
