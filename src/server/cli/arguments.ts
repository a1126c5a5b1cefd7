import { MAX_SPEAKERS } from '#contract/limits.ts';
import { TEXT_FORMATS } from '#domain/exports/formats.ts';
import { parseCommandLine, UsageError } from './command-line.ts';
import { readTextOptions, TEXT_OPTIONS, type TextOptions } from './text-options.ts';

export interface Arguments extends TextOptions {
  file: string;
}

export const USAGE = `Usage: npm run transcribe -- FILE [--format ${TEXT_FORMATS.join('|')}] [--out FILE] [--no-speakers | --speakers 1-${MAX_SPEAKERS}] [--cut-at-words]. The recording stays on this machine.`;

/** Parses the command line of a transcription on this machine. Throws UsageError with one line. */
export function readArguments(args: string[]): Arguments {
  const { values, positionals } = parseCommandLine(args, TEXT_OPTIONS, USAGE);
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError(`No file was named. ${USAGE}`);
  if (more.length > 0) throw new UsageError(`One file at a time, please. ${USAGE}`);
  return { file, ...readTextOptions(values, USAGE) };
}
