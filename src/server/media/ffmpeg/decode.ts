import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { MAX_RECORDING_MS } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import { floatsOf } from '../floats.ts';
import { TOOL_LIMITS } from '../limits.ts';
import { createMixer } from '../mix-down.ts';
import { COUNT_SAMPLES, isOff, keepTimeFilter } from '../sound-clock.ts';
import { type Decoded, type OneTrack, SAMPLE_RATE, type ToolOptions } from '../tool.ts';
import { writeWhole } from '../whole-file.ts';
import { INPUT, OUTPUT, PROGRESS, QUIET, run } from './run.ts';

const ALL_BYTES_PER_MS = (SAMPLE_RATE * 4) / 1000;
/** What its filter says. */
const MOVED = /(?:adding|discarding) (\d+) audio samples/;

/** Decodes with the system's ffmpeg; takes and gives what `MediaTool.decode` does. */
export function decode(
  path: string,
  target: string,
  sound: OneTrack,
  options: ToolOptions,
): Promise<Decoded> {
  return writeWhole(target, async (unfinished) => {
    // One second more than the limit: a recording that fills it is too long.
    const limit = ['-t', String(MAX_RECORDING_MS / 1000 + 1)];
    const input = [...timed(sound), ...INPUT, '-i', `file:${path}`];
    const isMono = sound.channels === 1;
    const format = `sample_fmts=flt:channel_layouts=${isMono ? 'mono' : 'stereo'}`;
    const filter = sound.isBroken
      ? `${COUNT_SAMPLES},aresample=${SAMPLE_RATE},aformat=${format}`
      : keepTimeFilter(SAMPLE_RATE, format, isOff(sound.firstMs / 1000));
    const track = ['-map', `0:${sound.index}`, '-af', filter, '-f', 'f32le'];
    const output = isMono ? `file:${unfinished}` : OUTPUT;
    let hasGaps = false;
    await run('ffmpeg', [...QUIET, ...PROGRESS, ...input, ...track, ...limit, '-y', output], {
      ...options,
      limits: TOOL_LIMITS.decode,
      onMessage: (line) => {
        hasGaps ||= isOff(Number(MOVED.exec(line)?.[1] ?? 0) / SAMPLE_RATE);
      },
      ...(isMono ? {} : { onOutput: (stereo: Readable) => writeMixed(stereo, unfinished) }),
    });
    const durationMs = Math.round((await stat(unfinished)).size / ALL_BYTES_PER_MS);
    if (durationMs === 0) throw new AppError('no_audio');
    if (durationMs > MAX_RECORDING_MS) throw new AppError('media_too_long');
    return { durationMs, clock: sound.isBroken ? 'broken' : hasGaps ? 'gaps' : 'steady' };
  });
}

/** Input options with which time 0 is the recording's, where ffmpeg takes the beginning of the first stream for it. */
export function timed({ start, zero }: OneTrack): string[] {
  return offset(start - zero);
}

/** Of an MPEG transport stream without an offset, ffmpeg takes the beginning of the streams that are used for time 0. In seconds. */
const SOME_OFFSET = 1e-6;

/** Input options that move what is read, in seconds. */
export function offset(seconds: number): string[] {
  // Its own search for jumps would take a long hole out of formats in which stamps may jump.
  return ['-itsoffset', (seconds + SOME_OFFSET).toFixed(6), '-dts_delta_threshold', '1e9'];
}

async function writeMixed(stereo: Readable, target: string): Promise<void> {
  const mixer = createMixer();
  const file = await open(target, 'w');
  const write = (samples: Float32Array) =>
    file.appendFile(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  try {
    for await (const piece of floatsOf(stereo, 2)) await write(mixer.mix(piece));
    await write(mixer.end());
    await file.sync();
  } finally {
    await file.close();
  }
}
