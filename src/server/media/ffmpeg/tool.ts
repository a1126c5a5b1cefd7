import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { AppError } from '../../app-error.ts';
import { clipPictureFilter, clipSoundFilter } from '../clip-filters.ts';
import { tracksIn } from '../heard-tracks.ts';
import { TOOL_LIMITS } from '../limits.ts';
import { MUXING_QUEUE, mixGraph, PLAYABLE, playablePlan } from '../playable.ts';
import type { ClipCut, MediaTool, Playable, SoundTrack } from '../tool.ts';
import { refuseCutOff, refuseNothing, writeWhole } from '../whole-file.ts';
import { decode, offset, timed } from './decode.ts';
import { probe } from './probe.ts';
import { INPUT, PROGRESS, QUIET, run } from './run.ts';

const ENCODE_PICTURE = ['-c:v', 'libx264', '-preset', PLAYABLE.preset, '-crf', String(PLAYABLE.quality)];

/** A picture waits for sound that begins late. */
const QUEUE = ['-max_muxing_queue_size', String(MUXING_QUEUE)];

/** The system's ffmpeg and ffprobe. Undefined if either is missing. */
export async function findFfmpegTool(): Promise<MediaTool | undefined> {
  const answers = await Promise.all([starts('ffmpeg'), starts('ffprobe')]);
  return answers.every(Boolean) ? createFfmpegTool() : undefined;
}

function createFfmpegTool(): MediaTool {
  return {
    name: 'ffmpeg',
    probe,
    decode,
    makePlayable: (path, target, recording, options) =>
      writeWhole(target, async (unfinished) => {
        const { sound } = recording.info;
        if (!sound) throw new AppError('no_audio');
        const input = [...timed(sound), ...INPUT, '-i', `file:${path}`];
        const output = [...QUEUE, '-movflags', '+faststart', '-f', 'mp4', '-y', `file:${unfinished}`];
        const write = (wanted: Playable) =>
          run('ffmpeg', [...QUIET, ...PROGRESS, ...input, ...codecs(wanted, sound), ...output], {
            ...options,
            limits: TOOL_LIMITS.makePlayable,
          });
        await write(recording).catch((error: unknown) => {
          if (!isUnreadable(error) || recording.info.videoCodec === null) throw error;
          // Of a picture that cannot be decoded, only the sound is written.
          return write({ ...recording, info: { ...recording.info, videoCodec: null } });
        });
        await refuseCutOff(unfinished);
      }),
    cutClip: (path, target, cut, options) =>
      writeWhole(target, async (unfinished) => {
        // It may run in another folder.
        const input = [...partOf(cut), ...INPUT, '-i', `file:${resolve(path)}`];
        const length = ['-t', seconds(cut.endMs - cut.startMs)];
        const output = ['-y', `file:${resolve(unfinished)}`];
        const args = [...QUIET, ...PROGRESS, ...input, ...length, ...clipCodecs(cut), ...output];
        await run('ffmpeg', args, { ...options, folder: cut.captionsFolder, limits: TOOL_LIMITS.cutClip });
        await refuseNothing(unfinished);
        if (cut.format === 'mp4') await refuseCutOff(unfinished);
      }),
  };
}

const isUnreadable = (error: unknown) => error instanceof AppError && error.code === 'media_unreadable';

const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** Input options with which time 0 is the beginning of the part. */
function partOf({ startMs, sound }: ClipCut): string[] {
  // Of a clock that is broken, nothing can be looked up: all that comes before is decoded.
  if (sound.isBroken) return timed(sound);
  const late = (sound.start - sound.zero) * 1000;
  return [...offset(Math.max(0, late - startMs) / 1000), '-ss', seconds(Math.max(0, startMs - late))];
}

function clipCodecs(cut: ClipCut): string[] {
  const { audioBitrate } = PLAYABLE;
  const filter = clipSoundFilter(cut, 0);
  const sound = [...heard(cut.sound, filter), '-b:a', String(audioBitrate), '-sn', '-dn'];
  // The title is the name of the file, and what else a stranger's recording says about itself stays there.
  const plain = ['-map_metadata', '-1', '-map_chapters', '-1'];
  if (cut.format === 'mp3') return [...sound, '-vn', ...plain, '-c:a', 'libmp3lame', '-f', 'mp3'];
  const picture = ['-map', '0:v:0', ...ENCODE_PICTURE, '-vf', clipPictureFilter(cut, 0)];
  return [...sound, ...picture, ...plain, '-c:a', 'aac', '-movflags', '+faststart', '-f', 'mp4'];
}

function codecs(recording: Playable, sound: SoundTrack): string[] {
  const { copyAudio, video, filters } = playablePlan(recording);
  const audio = copyAudio
    ? ['-map', `0:${sound.index}`, '-c:a', 'copy']
    : [...heard(sound, filters.sound), '-c:a', 'aac', '-b:a', String(PLAYABLE.audioBitrate)];
  const picture = {
    none: ['-vn'],
    copy: ['-map', '0:v:0', '-c:v', 'copy'],
    encode: ['-map', '0:v:0', ...ENCODE_PICTURE, '-vf', filters.picture],
  }[video];
  return [...audio, ...picture, '-sn', '-dn'];
}

/** What is heard, through a filter. */
function heard(sound: SoundTrack, filter: string): string[] {
  if (sound.mixedWith.length === 0) return ['-map', `0:${sound.index}`, '-af', filter];
  const { graph, output } = mixGraph(
    tracksIn(sound).map(({ index }) => `0:${index}`),
    filter,
  );
  return ['-filter_complex', graph, '-map', `[${output}]`];
}

function starts(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, ['-version'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
