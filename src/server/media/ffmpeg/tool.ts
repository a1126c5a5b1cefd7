import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { MAX_RECORDING_MS } from '#contract/limits.ts';
import { childEnvironment } from '#speech/child-environment.ts';
import { AppError } from '../../app-error.ts';
import { complainsOfFullDisk, DiskFull } from '../../disk-full.ts';
import { CLIP_SOUND_FILTER, clipPictureFilter } from '../clip-filters.ts';
import { guardProcess, Interrupted, isEndedByOthers, type Limits } from '../guard.ts';
import { TOOL_LIMITS } from '../limits.ts';
import { PICTURE_FILTER, PLAYABLE, playablePlan } from '../playable.ts';
import {
  type ClipCut,
  MAX_TAG_LENGTH,
  type MediaInfo,
  type MediaTool,
  OPENABLE_FORMATS,
  SAMPLE_RATE,
  type ToolOptions,
} from '../tool.ts';
import { refuseCutOff, refuseNothing, writeWhole } from '../whole-file.ts';

/** Both lists are needed: without the second, a playlist named .mp4 makes FFmpeg read other local files. */
const INPUT = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', OPENABLE_FORMATS];
const QUIET = ['-nostdin', '-hide_banner', '-v', 'error'];
const PROGRESS = ['-progress', 'pipe:1', '-stats_period', '1'];
const ENCODE_PICTURE = ['-c:v', 'libx264', '-preset', PLAYABLE.preset, '-crf', String(PLAYABLE.quality)];
/** Only what `Probe` reads: lyrics, pictures and chapters of a stranger's recording can be megabytes. */
const PROBED = [
  'format=format_name,duration',
  'format_tags=major_brand,title',
  'stream=codec_type,codec_name',
  'stream_disposition=attached_pic',
  'stream_tags=title',
].join(':');
/** What it says if it was built without an encoder or libass. */
const INCOMPLETE = /Unknown encoder|No such filter/;
/** ffmpeg's exit code after an orderly exit caused by a signal. */
const ENDED_BY_SIGNAL = 255;
const ALL_BYTES_PER_MS = (SAMPLE_RATE * 4) / 1000;

/** The system's ffmpeg and ffprobe. Undefined if either is missing. */
export async function findFfmpegTool(): Promise<MediaTool | undefined> {
  const answers = await Promise.all([starts('ffmpeg'), starts('ffprobe')]);
  return answers.every(Boolean) ? createFfmpegTool() : undefined;
}

function createFfmpegTool(): MediaTool {
  return {
    name: 'ffmpeg',
    probe: async (path, options) => {
      const args = ['-v', 'error', ...INPUT, '-show_entries', PROBED, '-of', 'json', `file:${path}`];
      return readProbe(await run('ffprobe', args, options, TOOL_LIMITS.probe));
    },
    decode: (path, target, options) =>
      writeWhole(target, async (unfinished) => {
        // One second more than the limit: a recording that fills it is too long.
        const limit = ['-t', String(MAX_RECORDING_MS / 1000 + 1)];
        const sound = [
          '-map',
          '0:a:0',
          '-vn',
          '-sn',
          '-dn',
          '-ac',
          '1',
          '-ar',
          String(SAMPLE_RATE),
          '-f',
          'f32le',
        ];
        const args = [
          ...QUIET,
          ...PROGRESS,
          ...INPUT,
          '-i',
          `file:${path}`,
          ...sound,
          ...limit,
          '-y',
          `file:${unfinished}`,
        ];
        await run('ffmpeg', args, options, TOOL_LIMITS.decode);
        const durationMs = Math.round((await stat(unfinished)).size / ALL_BYTES_PER_MS);
        if (durationMs === 0) throw new AppError('no_audio');
        if (durationMs > MAX_RECORDING_MS) throw new AppError('media_too_long');
        return { durationMs };
      }),
    makePlayable: (path, target, info, options) =>
      writeWhole(target, async (unfinished) => {
        const input = [...QUIET, ...PROGRESS, ...INPUT, '-i', `file:${path}`];
        const output = ['-movflags', '+faststart', '-f', 'mp4', '-y', `file:${unfinished}`];
        await run('ffmpeg', [...input, ...codecs(info), ...output], options, TOOL_LIMITS.makePlayable);
        await refuseCutOff(unfinished);
      }),
    cutClip: (path, target, cut, options) =>
      writeWhole(target, async (unfinished) => {
        // It may run in another folder.
        const input = ['-ss', seconds(cut.startMs), ...INPUT, '-i', `file:${resolve(path)}`];
        const length = ['-t', seconds(cut.endMs - cut.startMs)];
        const output = ['-y', `file:${resolve(unfinished)}`];
        const args = [...QUIET, ...PROGRESS, ...input, ...length, ...clipCodecs(cut), ...output];
        await run('ffmpeg', args, { ...options, folder: cut.captionsFolder }, TOOL_LIMITS.cutClip);
        await refuseNothing(unfinished);
        if (cut.format === 'mp4') await refuseCutOff(unfinished);
      }),
  };
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);

function clipCodecs(cut: ClipCut): string[] {
  const { audioBitrate } = PLAYABLE;
  const sound = ['-map', '0:a:0', '-af', CLIP_SOUND_FILTER, '-b:a', String(audioBitrate), '-sn', '-dn'];
  // The title is the name of the file, and what else a stranger's recording says about itself stays there.
  const plain = ['-map_metadata', '-1', '-map_chapters', '-1'];
  if (cut.format === 'mp3') return [...sound, '-vn', ...plain, '-c:a', 'libmp3lame', '-f', 'mp3'];
  const picture = ['-map', '0:v:0', ...ENCODE_PICTURE, '-vf', clipPictureFilter(cut)];
  return [...sound, ...picture, ...plain, '-c:a', 'aac', '-movflags', '+faststart', '-f', 'mp4'];
}

function codecs(info: MediaInfo): string[] {
  const { copyAudio, video } = playablePlan(info);
  const { audioBitrate, audioRate } = PLAYABLE;
  const audio = copyAudio
    ? ['copy']
    : ['aac', '-b:a', String(audioBitrate), '-ar', String(audioRate), '-ac', '2'];
  const picture = {
    none: ['-vn'],
    copy: ['-map', '0:v:0', '-c:v', 'copy'],
    encode: ['-map', '0:v:0', ...ENCODE_PICTURE, '-vf', PICTURE_FILTER],
  }[video];
  return ['-map', '0:a:0', '-c:a', ...audio, ...picture, '-sn', '-dn'];
}

const Probe = z.object({
  format: z.object({
    format_name: z.string(),
    duration: z.coerce.number().optional(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      codec_name: z.string().optional(),
      disposition: z.object({ attached_pic: z.number() }).optional(),
      tags: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

function readProbe(text: string): MediaInfo {
  const { format, streams } = parseProbe(text);
  const codecOf = (type: string) =>
    streams.find((stream) => stream.codec_type === type && stream.disposition?.attached_pic !== 1)
      ?.codec_name ?? null;
  return {
    formatName: format.format_name,
    majorBrand: format.tags?.major_brand ?? null,
    // Ogg has its tags in the stream.
    title: titleIn(format.tags) ?? titleIn(streams.find((stream) => stream.codec_type === 'audio')?.tags),
    durationMs: format.duration && format.duration > 0 ? Math.round(format.duration * 1000) : null,
    audioCodec: codecOf('audio'),
    videoCodec: codecOf('video'),
  };
}

/** Throws 'media_unreadable' if it is no answer, or was longer than is kept: it would be the same next time. */
function parseProbe(text: string): z.infer<typeof Probe> {
  try {
    return Probe.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('media_unreadable', { cause });
  }
}

/** Some formats have tag names in capitals. */
function titleIn(tags: Record<string, string> = {}): string | null {
  const [, title] = Object.entries(tags).find(([name]) => name.toLowerCase() === 'title') ?? [];
  return title?.slice(0, MAX_TAG_LENGTH) || null;
}

/** Runs a program to its end and returns its standard output (the last part of it, for progress lines). */
function run(
  program: string,
  args: string[],
  { signal, onProgress, folder }: ToolOptions & { folder?: string | undefined },
  limits: Omit<Limits, 'signal'>,
): Promise<string> {
  // In its own process group, so that Ctrl-C in a terminal does not end it before the application has put its work back.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    cwd: folder,
    env: childEnvironment(),
  });
  const guard = guardProcess(child, { signal, ...limits });
  const output = collect(child, (text) => {
    guard.alive();
    const time = /out_time_us=(\d+)/.exec(text);
    if (time) onProgress?.(Number(time[1]) / 1000);
  });
  return new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signalName) => {
      const ended = guard.reason();
      const { out, err } = output();
      if (ended) reject(ended);
      // Even if its exit code says success.
      else if (complainsOfFullDisk(err)) reject(new DiskFull(err));
      else if (code === 0) resolve(out);
      else if (code === ENDED_BY_SIGNAL || isEndedByOthers(signalName))
        reject(new Interrupted(`${program} was ended by a signal.`));
      else if (INCOMPLETE.test(err)) reject(new AppError('clip_tool_incomplete', { cause: err }));
      else reject(new AppError('media_unreadable', { cause: err }));
    });
  }).finally(() => guard.release());
}

const KEPT_ERRORS = 2000;
const KEPT_OUTPUT = 1_000_000;

function collect(child: ChildProcess, onText: (text: string) => void): () => { out: string; err: string } {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out = (out + text).slice(-KEPT_OUTPUT);
    onText(text);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err = (err + text).slice(-KEPT_ERRORS);
  });
  return () => ({ out, err });
}

function starts(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, ['-version'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
