import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { childEnvironment } from '#speech/child-environment.ts';
import { AppError } from '../../app-error.ts';
import { complainsOfFullDisk, DiskFull, isDiskFull } from '../../disk-full.ts';
import { guardProcess, Interrupted, isEndedByOthers, type Limits } from '../guard.ts';
import { OPENABLE_FORMATS, type ToolOptions } from '../tool.ts';

/** Both lists are needed: without the second, a playlist named .mp4 makes FFmpeg read other local files. */
export const INPUT = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', OPENABLE_FORMATS];
/** Errors, and what its filters say of what they do, each line with its level. */
const MESSAGES = ['-v', 'level+verbose', '-nostats'];
const NO_ERROR = /\[(verbose|info)\]/;
export const QUIET = ['-nostdin', '-hide_banner', ...MESSAGES];
export const PROGRESS = ['-progress', 'pipe:1', '-stats_period', '1'];
/** What it says if it was built without an encoder or libass. */
const INCOMPLETE = /Unknown encoder|No such filter/;
/** ffmpeg's exit code after an orderly exit caused by a signal. */
const ENDED_BY_SIGNAL = 255;
/** Where `onOutput` finds what a program writes. */
export const OUTPUT = 'pipe:3';

export interface Running extends ToolOptions {
  limits: Omit<Limits, 'signal'>;
  /** Where it runs. */
  folder?: string | undefined;
  /** Takes each line of its standard output, which is no longer returned. */
  onLine?: ((line: string) => void) | undefined;
  /** Takes each of its messages that is no error. */
  onMessage?: ((line: string) => void) | undefined;
  /** Takes what it writes to `OUTPUT`. */
  onOutput?: (output: Readable) => Promise<void>;
}

/** Runs a program to its end and returns its standard output (the last part of it, for progress lines). */
export async function run(program: string, args: string[], options: Running): Promise<string> {
  const { onProgress, folder, onLine, onMessage, onOutput, limits } = options;
  const refused = new AbortController();
  const signal = AbortSignal.any([options.signal, refused.signal]);
  // In its own process group, so that Ctrl-C in a terminal does not end it before the application has put its work back.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...(onOutput ? (['pipe'] as const) : [])],
    detached: true,
    cwd: folder,
    env: childEnvironment(),
  });
  const guard = guardProcess(child, { signal, ...limits });
  const output = collect(child, {
    onText: (text) => {
      guard.alive();
      const time = /out_time_us=(\d+)/.exec(text);
      if (time) onProgress?.(Number(time[1]) / 1000);
    },
    onLine,
    onMessage,
  });
  const taken = onOutput?.(child.stdio[3] as Readable).catch((cause: unknown) => {
    refused.abort(isDiskFull(cause) ? new DiskFull(String(cause)) : cause);
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signalName) => {
      const reason = guard.reason();
      const { out, err } = output();
      if (reason) reject(reason);
      // Even if its exit code says success.
      else if (complainsOfFullDisk(err)) reject(new DiskFull(err));
      else if (code === 0) resolve(out);
      else if (code === ENDED_BY_SIGNAL || isEndedByOthers(signalName))
        reject(new Interrupted(`${program} was ended by a signal.`));
      else if (INCOMPLETE.test(err)) reject(new AppError('clip_tool_incomplete', { cause: err }));
      else reject(new AppError('media_unreadable', { cause: err }));
    });
  });
  try {
    const out = await ended;
    await taken;
    options.signal.throwIfAborted();
    refused.signal.throwIfAborted();
    return out;
  } finally {
    guard.release();
  }
}

const KEPT_ERRORS = 2000;
const KEPT_OUTPUT = 1_000_000;
/** A line that is longer is no line of these programs. */
const LONGEST_LINE = 10_000;

interface Takers extends Pick<Running, 'onLine' | 'onMessage'> {
  onText: (text: string) => void;
}

function collect(
  child: ChildProcess,
  { onText, onLine, onMessage }: Takers,
): () => { out: string; err: string } {
  let out = '';
  let err = '';
  const lines = onLine && byLine(onLine);
  const messages = byLine((line) => {
    if (NO_ERROR.test(line)) onMessage?.(line);
    else err = `${err}${line}\n`.slice(-KEPT_ERRORS);
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (lines) lines(text);
    else out = (out + text).slice(-KEPT_OUTPUT);
    onText(text);
  });
  child.stderr?.setEncoding('utf8').on('data', messages);
  return () => {
    lines?.('\n');
    messages('\n');
    return { out, err };
  };
}

/** Puts pieces of text together to lines. */
function byLine(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-LONGEST_LINE);
    for (const line of lines) if (line !== '') onLine(line);
  };
}
