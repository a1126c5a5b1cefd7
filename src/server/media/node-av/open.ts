import { AV_LOG_QUIET } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, Log } from 'node-av/lib';
import { OPENABLE_FORMATS } from '../tool.ts';

/** The file is a recording, but without audio. */
export class NoAudio extends Error {}

/** FFmpeg's options for opening a stranger's file: local files only, and no containers that refer to other files. */
export const OPEN_OPTIONS = { protocol_whitelist: 'file', format_whitelist: OPENABLE_FORMATS };

/** Opens a recording and detects its streams. The caller closes it. */
export function openRecording(path: string): FormatContext {
  Log.setLevel(AV_LOG_QUIET);
  const context = new FormatContext();
  const opened = context.openInputSync(`file:${path}`, null, Dictionary.fromObject(OPEN_OPTIONS));
  FFmpegError.throwIfError(opened, 'open');
  FFmpegError.throwIfError(context.findStreamInfoSync(null), 'find streams');
  return context;
}
