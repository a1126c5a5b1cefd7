import type { ParseArgsConfig, parseArgs } from 'node:util';
import { MAX_SPEAKERS } from '#contract/limits.ts';
import { TranscriptionFields } from '#contract/transcription-options.ts';
import { FORMATS, TEXT_FORMATS, type TextFormat } from '#domain/exports/formats.ts';
import { UsageError } from './command-line.ts';

/** What a command line says about a text, wherever the recording is transcribed. */
export interface TextOptions {
  format: TextFormat;
  /** Undefined: standard output. */
  out: string | undefined;
  suggestSpeakers: boolean;
  /** How many people speak; null: unknown. */
  speakers: number | null;
  /** Times SRT cues by words; otherwise the parts of a segment share its time evenly. */
  cutAtWords: boolean;
}

/** The options of `parseArgs` that `readTextOptions` reads. */
export const TEXT_OPTIONS = {
  format: { type: 'string' },
  out: { type: 'string' },
  'no-speakers': { type: 'boolean' },
  speakers: { type: 'string' },
  'cut-at-words': { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

type Values = ReturnType<typeof parseArgs<{ options: typeof TEXT_OPTIONS }>>['values'];

/** Without --format the extension of --out decides, else txt. Throws UsageError with one line that ends with the usage. */
export function readTextOptions(values: Values, usage: string): TextOptions {
  const wanted =
    values.format ??
    TEXT_FORMATS.find((format) => values.out?.toLowerCase().endsWith(`.${FORMATS[format].extension}`)) ??
    'txt';
  const format = TEXT_FORMATS.find((each) => each === wanted);
  if (!format) throw new UsageError(`"${wanted}" is not a format. ${usage}`);
  const cutAtWords = values['cut-at-words'] === true;
  if (cutAtWords && format !== 'srt') throw new UsageError(`--cut-at-words is for srt. ${usage}`);
  const suggestSpeakers = values['no-speakers'] !== true;
  if (!suggestSpeakers && values.speakers !== undefined)
    throw new UsageError(`--speakers and --no-speakers exclude each other. ${usage}`);
  const speakers = readCount(values.speakers, usage);
  return { format, out: values.out, suggestSpeakers, speakers, cutAtWords };
}

function readCount(text: string | undefined, usage: string): number | null {
  if (text === undefined) return null;
  const { success, data } = TranscriptionFields.shape.speakers.safeParse(text);
  if (!success || data === null)
    throw new UsageError(`"${text}" is not a number of speakers from 1 to ${MAX_SPEAKERS}. ${usage}`);
  return data;
}
