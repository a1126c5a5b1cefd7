import { type ParseArgsConfig, parseArgs } from 'node:util';

/** An invalid command line; the message is the single line to print. */
export class UsageError extends Error {}

/** Parses a command line. Throws UsageError with one line that ends with the usage. */
export function parseCommandLine<Options extends ParseArgsConfig['options'] & object>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new UsageError(`${reason.replace(/\.? To specify.*$/, '.')} ${usage}`);
  }
}
