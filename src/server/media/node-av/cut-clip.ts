import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import {
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AVERROR_EOF,
  AVSEEK_FLAG_BACKWARD,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { FFmpegError, type Frame, Log, type Packet, type Stream } from 'node-av/lib';
import { CLIP_SOUND_FILTER, clipPictureFilter } from '../clip-filters.ts';
import { PLAYABLE } from '../playable.ts';
import type { ClipCut } from '../tool.ts';
import { NoAudio, OPEN_OPTIONS } from './open.ts';

interface ClipTask extends Pick<ClipCut, 'startMs' | 'endMs' | 'format'> {
  path: string;
  target: string;
  captionsFolder?: string | undefined;
}

/** The recording has neither sound nor picture in that part. */
export class NothingThere extends Error {}

/** Decoders need some sound before the first sample to get it right. */
const LEAD_IN_SECONDS = 1;
/** Pictures are stored in an order other than the one they are shown in: reading goes on this far beyond the end. */
const BEYOND_SECONDS = 2;
const PROGRESS_MS = 250;

/** Writes a part of a recording, in which each packet goes through its decoder, filter and encoder until the part is over. */
export function cutClip(task: ClipTask, onProgress: (doneMs: number) => void): void {
  Log.setLevel(AV_LOG_QUIET);
  using input = Demuxer.openSync(task.path, { options: OPEN_OPTIONS });
  const output = Muxer.openSync(task.target, {
    format: task.format,
    ...(task.format === 'mp4' ? { options: { movflags: '+faststart' } } : {}),
  });
  const lines = linesOf(input, output, task);
  const from = Math.max(0, startOf(input, task) - LEAD_IN_SECONDS);
  if (task.startMs > 0) FFmpegError.throwIfError(input.seekSync(from, -1, AVSEEK_FLAG_BACKWARD), 'seek');
  const report = everySoOften(onProgress);
  for (const packet of input.packetsSync()) {
    if (packet === null) break;
    const line = lines.find(({ index }) => index === packet.streamIndex);
    if (line && !line.isOver()) line.take(packet);
    packet.free();
    if (lines.every((each) => each.isOver())) break;
    report(Math.max(0, Math.min(...lines.map((each) => each.doneMs()))));
  }
  for (const line of lines) line.finish();
  if (lines.every((line) => line.packets() === 0)) throw new NothingThere('no sound in this part');
  output.closeSync();
}

function everySoOften(onProgress: (doneMs: number) => void): (doneMs: number) => void {
  let told = performance.now();
  return (doneMs) => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    onProgress(doneMs);
  };
}

/** The start of the part on the recording's own clock, which may not begin at 0, in seconds. */
function startOf(input: Demuxer, { startMs }: ClipTask): number {
  const { startTime } = input.getFormatContext();
  return startMs / 1000 + (startTime === AV_NOPTS_VALUE ? 0 : Number(startTime) / 1e6);
}

function linesOf(input: Demuxer, output: Muxer, task: ClipTask): Line[] {
  const start = startOf(input, task);
  const range = { start, end: start + (task.endMs - task.startMs) / 1000 };
  const { start: from, end } = range;
  const sound = input.audio();
  if (!sound) throw new NoAudio('no sound stream');
  const picture = task.format === 'mp4' ? input.video() : undefined;
  const lines = [
    createLine(sound, output, {
      range,
      filter: `atrim=start=${from}:end=${end},asetpts=PTS-${from}/TB,${CLIP_SOUND_FILTER}`,
      createEncoder: (decoder, filter) =>
        Encoder.createSync(task.format === 'mp3' ? FF_ENCODER_LIBMP3LAME : FF_ENCODER_AAC, {
          decoder,
          filter,
          bitrate: PLAYABLE.audioBitrate,
        }),
    }),
  ];
  if (picture) {
    const { captionsFolder } = task;
    lines.push(
      createLine(picture, output, {
        range,
        filter: `trim=start=${from}:end=${end},setpts=PTS-${from}/TB,${clipPictureFilter(captionsFolder === undefined ? {} : { captionsFolder })}`,
        createEncoder: (decoder, filter) =>
          Encoder.createSync(FF_ENCODER_LIBX264, {
            decoder,
            filter,
            options: { preset: PLAYABLE.preset, crf: PLAYABLE.quality },
          }),
      }),
    );
  }
  return lines;
}

/** The way of one stream's packets into the clip. */
interface Line {
  index: number;
  take(packet: Packet): void;
  finish(): void;
  isOver(): boolean;
  /** How much of the clip has been read. */
  doneMs(): number;
  /** How many were written. */
  packets(): number;
}

interface LineOptions {
  /** In seconds, on the recording's own clock. */
  range: { start: number; end: number };
  filter: string;
  createEncoder: (decoder: Decoder, filter: FilterAPI) => Encoder;
}

function createLine(
  stream: Stream,
  output: Muxer,
  { range, filter: description, createEncoder }: LineOptions,
): Line {
  const decoder = Decoder.createSync(stream);
  const filter = FilterAPI.create(description);
  const encoder = createEncoder(decoder, filter);
  const target = output.addStream(encoder);
  let reached = range.start;
  let written = 0;
  let isFull = false;

  function encode(frame: Frame | null): void {
    for (const packet of encoder.encodeAllSync(frame)) {
      output.writePacketSync(packet, target);
      written += 1;
      packet.free();
    }
    frame?.free();
  }

  function decode(packet: Packet | null): void {
    for (const frame of decoder.decodeAllSync(packet)) {
      if (!isFull) pass(frame);
      frame.free();
    }
  }

  function pass(frame: Frame): void {
    try {
      for (const filtered of filter.processAllSync(frame)) encode(filtered);
    } catch (error) {
      // The filter takes nothing after the end of the part.
      if (!(error instanceof FFmpegError && error.code === AVERROR_EOF)) throw error;
      isFull = true;
    }
  }

  return {
    index: stream.index,
    take: (packet) => {
      const { num, den } = stream.timeBase;
      if (packet.pts !== AV_NOPTS_VALUE) reached = (Number(packet.pts) * num) / den;
      decode(packet);
    },
    finish: () => {
      decode(null);
      if (written === 0 && reached < range.start) return;
      for (const filtered of filter.flushFramesSync()) encode(filtered);
      encode(null);
      output.writePacketSync(null, target);
    },
    isOver: () => isFull || reached > range.end + BEYOND_SECONDS,
    doneMs: () => (Math.min(reached, range.end) - range.start) * 1000,
    packets: () => written,
  };
}
