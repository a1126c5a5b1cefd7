import type { ParseArgsConfig } from 'node:util';
import type { ProgressListener } from '../backup/progress.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { parseCommandLine, UsageError } from './command-line.ts';
import { createProgressBar } from './progress-bar.ts';

const USAGE_EXIT = 2;
const INTERRUPTED_EXIT = 130;

/** What a command works with. */
export interface Command {
  config: Config;
  progress: ProgressListener;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  say(message: string): void;
}

/** Runs a command and exits: 0 on success, 1 with one line on failure, 2 on wrong usage, 130 when interrupted. */
export function runCommand(perform: (command: Command) => Promise<void>): void {
  // As in main.ts: other users must not read what is written into a data folder.
  process.umask(0o077);
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => interrupt.abort(new Error('interrupted')));
  const bar = createProgressBar(process.stderr);
  const command = async () =>
    perform({
      config: readConfig(process.env),
      progress: (step, done, total) => bar.show(step, total > 0 ? done / total : 1),
      signal: interrupt.signal,
      say: (message) => {
        bar.done();
        process.stderr.write(`${message}\n`);
      },
    });
  command().then(
    () => process.exit(0),
    (error: unknown) => {
      bar.done();
      process.stderr.write(
        `${error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)}\n`,
      );
      if (interrupt.signal.aborted) process.exit(INTERRUPTED_EXIT);
      process.exit(error instanceof UsageError || error instanceof ConfigError ? USAGE_EXIT : 1);
    },
  );
}

/** Parses the command line. Throws UsageError with one line. */
export function parseCommand<Options extends ParseArgsConfig['options'] & object>(
  options: Options,
  usage: string,
) {
  return parseCommandLine(process.argv.slice(2), options, usage);
}

/** The single file named on the command line. Throws UsageError. */
export function oneFile(positionals: string[], usage: string): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`Name one file. ${usage}`);
  return file;
}
