import { parseArgs } from 'node:util';
import { MAX_SPEAKERS } from '#contract/limits.ts';
import { TranscriptionFields, type TranscriptionOptions } from '#contract/transcription-options.ts';
import { FORMATS, TEXT_FORMATS, type TextFormat } from '#domain/exports/formats.ts';

export interface Arguments {
  file: string;
  format: TextFormat;
  /** Undefined: standard output. */
  out: string | undefined;
  /** The command uses no outside service. */
  options: TranscriptionOptions & { engine: 'local' };
  /** Times SRT cues by words; otherwise the parts of a segment share its time evenly. */
  cutAtWords: boolean;
}

export const USAGE = `Usage: npm run transcribe -- FILE [--format ${TEXT_FORMATS.join('|')}] [--out FILE] [--no-speakers | --speakers 1-${MAX_SPEAKERS}] [--cut-at-words]. The recording stays on this machine.`;

/** An invalid command line; the message is the single line to print. */
export class UsageError extends Error {}

/** Parses the command line. Without --format the extension of --out decides, else txt. Throws UsageError with one line. */
export function readArguments(args: string[]): Arguments {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError(`No file was named. ${USAGE}`);
  if (more.length > 0) throw new UsageError(`One file at a time, please. ${USAGE}`);
  const wanted =
    values.format ??
    TEXT_FORMATS.find((format) => values.out?.toLowerCase().endsWith(`.${FORMATS[format].extension}`)) ??
    'txt';
  const format = TEXT_FORMATS.find((each) => each === wanted);
  if (!format) throw new UsageError(`"${wanted}" is not a format. ${USAGE}`);
  const cutAtWords = values['cut-at-words'] === true;
  if (cutAtWords && format !== 'srt') throw new UsageError(`--cut-at-words is for srt. ${USAGE}`);
  const suggestSpeakers = values['no-speakers'] !== true;
  if (!suggestSpeakers && values.speakers !== undefined)
    throw new UsageError(`--speakers and --no-speakers exclude each other. ${USAGE}`);
  const speakers = readCount(values.speakers);
  return {
    file,
    format,
    out: values.out,
    options: { suggestSpeakers, speakers, engine: 'local', language: null },
    cutAtWords,
  };
}

function readCount(text: string | undefined): number | null {
  if (text === undefined) return null;
  const { success, data } = TranscriptionFields.shape.speakers.safeParse(text);
  if (!success || data === null)
    throw new UsageError(`"${text}" is not a number of speakers from 1 to ${MAX_SPEAKERS}. ${USAGE}`);
  return data;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        out: { type: 'string' },
        'no-speakers': { type: 'boolean' },
        speakers: { type: 'string' },
        'cut-at-words': { type: 'boolean' },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new UsageError(`${reason.replace(/\.? To specify.*$/, '.')} ${USAGE}`);
  }
}
