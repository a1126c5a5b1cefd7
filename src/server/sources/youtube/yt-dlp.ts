import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ErrorCode } from '#contract/errors.ts';
import { MAX_SOURCE_BYTES } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import { complainsOfFullDisk, DiskFull } from '../../disk-full.ts';
import { guardProcess } from '../../media/guard.ts';
import { HOSTILE } from '../../media/limits.ts';
import type { Downloaded, DownloadOptions } from '../download.ts';

const MINUTE_MS = 60_000;
const LIMITS = { ...HOSTILE, totalMs: 120 * MINUTE_MS, stalledMs: 2 * MINUTE_MS };
/** The most that is kept of its error output. */
const MAX_COMPLAINT = 10_000;

/**
 * Downloads a video's audio into a folder with the yt-dlp program that the operator configured. It runs in a separate process
 * without a shell and without the server's settings. Rejects with an AppError.
 */
export async function downloadByYtDlp(
  program: string,
  { address, folder }: { address: string; folder: string },
  { signal, onProgress }: DownloadOptions,
): Promise<Downloaded> {
  signal.throwIfAborted();
  await mkdir(folder, { recursive: true });
  // A unique name for each attempt: yt-dlp takes an existing file for a complete one, and a file cut off by a kill is not.
  const path = join(folder, `yt-dlp-${randomBytes(4).toString('hex')}.media`);
  const tooLarge = new AbortController();
  const child = spawn(program, argumentsFor(address, path), {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: false,
  });
  const guard = guardProcess(child, { ...LIMITS, signal: AbortSignal.any([signal, tooLarge.signal]) });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-MAX_COMPLAINT);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, done, total] = /^progress (\d+) (\d+|NA)/.exec(line) ?? [];
    if (done === undefined) return;
    guard.alive();
    onProgress(Number(done), Number(total) || null);
    if (Number(done) > MAX_SOURCE_BYTES) tooLarge.abort(new AppError('source_too_large'));
  });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', (cause) => reject(new AppError('video_download_failed', { cause })));
      child.once('close', resolve);
    });
    const ended = guard.reason();
    if (ended) throw asVideoFailure(ended);
    if (exitCode !== 0 && complainsOfFullDisk(complaint)) throw new DiskFull(complaint);
    if (exitCode !== 0) throw new AppError(codeOf(complaint), { cause: complaint });
  } finally {
    guard.release();
  }
  return { path, sizeBytes: await sizeOf(path) };
}

function argumentsFor(address: string, path: string): string[] {
  return [
    '--ignore-config',
    '--no-playlist',
    '--no-cache-dir',
    '--no-part',
    '--no-mtime',
    ...['--fixup', 'never'],
    ...['--socket-timeout', '30'],
    ...['--max-filesize', String(MAX_SOURCE_BYTES)],
    ...['--match-filter', '!is_live & !is_upcoming'],
    ...['--format', 'bestaudio[ext=m4a]/bestaudio/best'],
    '--newline',
    ...['--progress-template', 'progress %(progress.downloaded_bytes)d %(progress.total_bytes)s'],
    ...['--output', path.replaceAll('%', '%%')],
    '--',
    address,
  ];
}

/** yt-dlp also succeeds if the file is larger than allowed or the video is live: then it has written nothing. */
async function sizeOf(path: string): Promise<number> {
  const file = await stat(path).catch(() => undefined);
  if (!file || file.size === 0) throw new AppError('video_download_failed', { cause: 'it wrote no file' });
  if (file.size <= MAX_SOURCE_BYTES) return file.size;
  await rm(path);
  throw new AppError('source_too_large');
}

function asVideoFailure(reason: Error): Error {
  if (!(reason instanceof AppError)) return reason;
  if (reason.code === 'media_timeout') return new AppError('video_timeout', { cause: reason });
  return reason.code === 'media_unreadable'
    ? new AppError('video_download_failed', { cause: reason })
    : reason;
}

/** It reports errors only in words. */
const COMPLAINTS: readonly [RegExp, ErrorCode][] = [
  [/\b429\b|too many requests/i, 'video_rate_limited'],
  [/confirm your age|age.restricted|inappropriate/i, 'video_age_restricted'],
  [/not a bot|sign in to confirm/i, 'video_bot_check'],
  [/live event|premieres in|is live/i, 'video_live'],
  [
    /private video|unavailable|not available|removed|terminated|members-only|blocked it/i,
    'video_unavailable',
  ],
  [/timed out|timeout/i, 'video_timeout'],
];

function codeOf(complaint: string): ErrorCode {
  return COMPLAINTS.find(([words]) => words.test(complaint))?.[1] ?? 'video_download_failed';
}
