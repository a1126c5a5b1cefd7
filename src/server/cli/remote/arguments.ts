import { readFileSync } from 'node:fs';
import { MAX_SOUND_TRACKS, MAX_SPEAKERS } from '#contract/limits.ts';
import { SoundChoice } from '#contract/sound-tracks.ts';
import { SpeechChoice } from '#contract/speech-engines.ts';
import { TranscriptionOptions } from '#contract/transcription-options.ts';
import { TEXT_FORMATS } from '#domain/exports/formats.ts';
import { parseCommandLine, UsageError } from '../command-line.ts';
import { readTextOptions, TEXT_OPTIONS, type TextOptions } from '../text-options.ts';

export interface RemoteArguments extends Pick<TextOptions, 'format' | 'out' | 'cutAtWords'> {
  /** Files and folders. */
  paths: string[];
  server: string;
  token: string;
  options: TranscriptionOptions;
}

const USAGE = `Usage: npm run transcribe -- --server URL FILE|FOLDER... [--token-file FILE | --token -] [--format ${TEXT_FORMATS.join('|')}] [--out FILE|FOLDER] [--no-speakers | --speakers 1-${MAX_SPEAKERS}] [--language TAG] [--engine ${SpeechChoice.options.join('|')}] [--sound-track mixed|1-${MAX_SOUND_TRACKS}] [--cut-at-words]. The access token is read from TAPESCRIPT_TOKEN, from --token-file or, with --token -, from the standard input.`;

const OPTIONS = {
  ...TEXT_OPTIONS,
  server: { type: 'string' },
  token: { type: 'string' },
  'token-file': { type: 'string' },
  language: { type: 'string' },
  engine: { type: 'string' },
  'sound-track': { type: 'string' },
} as const;

/** Parses the command line of a transcription on a server, and reads the access token. Throws UsageError with one line. */
export function readRemoteArguments(args: string[], env: NodeJS.ProcessEnv): RemoteArguments {
  const { values, positionals } = parseCommandLine(args, OPTIONS, USAGE);
  if (values.token !== undefined && values.token !== '-') throw new UsageError(TOKEN_IN_COMMAND_LINE);
  if (positionals.length === 0) throw new UsageError(`No file was named. ${USAGE}`);
  if (values.server === undefined) throw new UsageError(`No server was named. ${USAGE}`);
  const { format, out, cutAtWords, suggestSpeakers, speakers } = readTextOptions(values, USAGE);
  const engine = SpeechChoice.safeParse(values.engine ?? 'auto').data;
  if (engine === undefined) throw new UsageError(`"${values.engine}" is not an engine. ${USAGE}`);
  const language = TranscriptionOptions.shape.language.safeParse(values.language ?? null);
  if (!language.success)
    throw new UsageError(`"${values.language}" is not the tag of a language, such as de or pt-BR. ${USAGE}`);
  const soundTrack = readSoundTrack(values['sound-track']);
  return {
    paths: positionals,
    server: values.server,
    token: readToken(values['token-file'] ?? (values.token && STANDARD_INPUT), env),
    format,
    out,
    cutAtWords,
    options: { suggestSpeakers, speakers, engine, language: language.data, soundTrack },
  };
}

/** Null if none was named. */
function readSoundTrack(text: string | undefined): SoundChoice | null {
  if (text === undefined) return null;
  const { data } = SoundChoice.safeParse(/^\d+$/.test(text) ? Number(text) : text);
  if (data === undefined)
    throw new UsageError(`"${text}" is neither mixed nor the number of a sound track. ${USAGE}`);
  return data;
}

const STANDARD_INPUT = 0;
const TOKEN_IN_COMMAND_LINE =
  'Everybody on this machine can read what is in a command line, and the shell keeps it. Revoke this access token in the settings of the website and create another. Then put it into TAPESCRIPT_TOKEN or a file (--token-file FILE), or send it to the standard input (--token -).';

function readToken(file: string | typeof STANDARD_INPUT | undefined | '', env: NodeJS.ProcessEnv): string {
  const token = (file === undefined || file === '' ? env.TAPESCRIPT_TOKEN : readFile(file))?.trim() ?? '';
  if (token === '')
    throw new UsageError(
      `There is no access token. Create one in the settings of the website, with the scopes read and transcribe, and put it into TAPESCRIPT_TOKEN or a file. ${USAGE}`,
    );
  // Anything else cannot stand in a header.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError('The access token has characters that no token has. Copy it again.');
  return token;
}

function readFile(file: string | typeof STANDARD_INPUT): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const name = file === STANDARD_INPUT ? 'The standard input' : `The file ${file}`;
    throw new UsageError(`${name} with the access token cannot be read.`);
  }
}
